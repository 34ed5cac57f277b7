"""Calls tools through the Python SDK, which checks every structured answer against the schema that the tool declares.

Reads [[tool, arguments], ...] from standard input; prints one JSON line for each call and one for the list of tools. Anything
that the SDK cannot read ends it.
"""

import asyncio
import json
import sys

import jsonschema
from mcp import ClientSession, StdioServerParameters, stdio_client


async def refuse(message):
    if isinstance(message, Exception):
        raise message


async def main():
    calls = json.load(sys.stdin)
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, message_handler=refuse) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            for tool in tools:
                dumped = tool.model_dump(by_alias=True, exclude_none=True)
                for name in ("inputSchema", "outputSchema"):
                    if name in dumped:
                        jsonschema.Draft202012Validator.check_schema(dumped[name])
            print(json.dumps({"tools": len(tools)}))
            for name, arguments in calls:
                result = (await session.call_tool(name, arguments)).model_dump(by_alias=True, exclude_none=True)
                print(json.dumps({"name": name, "isError": result.get("isError", False), "structured": "structuredContent" in result}))


asyncio.run(main())
