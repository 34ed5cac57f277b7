/** One MCP server object over the tools. With its siblings in this folder the only code that knows the protocol. */

import { asFault } from '@mobile-debug/core/fault.ts';
import {
  type CallToolResult,
  INVALID_PARAMS,
  type Tool as McpTool,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server';
import type { Tool } from '../tools/define-tool.ts';
import { asksForOutline } from './arguments.ts';
import { followRoots } from './client-roots.ts';
import { startHeartbeat } from './heartbeat.ts';
import { instructions } from './instructions.ts';
import { answered, faultResult, refusedInWords } from './results.ts';
import { runTool, type ServerContext } from './run-tool.ts';
import { toMcpTool } from './tool-list.ts';
import { OfferedTools, type ToolChoice } from './toolsets.ts';

export interface Offer {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly choice: ToolChoice;
  readonly context: ServerContext;
  /** Bugs, for the log on stderr; the caller gets INTERNAL_ERROR. */
  onBug(error: unknown, tool: string): void;
  /** What the client sent that is no message, for the log on stderr. */
  onBadMessage(error: Error): void;
}

export function createServer(offer: Offer): Server {
  const server = new Server(
    { name: 'mobile-debug-mcp', title: 'Mobile Debug', version: offer.version },
    { capabilities: { tools: { listChanged: true } }, instructions },
  );
  followRoots(server, offer.context.computer);
  let list: McpTool[] | undefined;
  const sets = new OfferedTools(offer.tools, offer.choice, () => {
    list = undefined;
    byName = named(sets.on);
    void server.sendToolListChanged().catch(() => {}); // the client is gone
  });
  let byName = named(sets.on);
  server.setRequestHandler('tools/list', async ({ params }) => {
    // The list is one page, so no cursor is ours; an empty one is how some clients leave it out.
    if (params?.cursor)
      throw new ProtocolError(INVALID_PARAMS, 'There is no such cursor: the list has one page.');
    const { lean } = offer.context;
    list ??= sets.on.map((tool) => toMcpTool(tool, { lean }));
    return { tools: list };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const token = mcpReq._meta?.progressToken;
    const heartbeat =
      token === undefined
        ? null
        : startHeartbeat(offer.context.clock, (progress, message) => {
            const told = mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress, message },
            });
            told.catch(() => heartbeat?.stop()); // the client is gone; its disconnect ends the call itself
          });
    let tool: Tool | undefined;
    try {
      tool = byName.get(params.name) ?? sets.find(params.name);
      const answer = await runTool(tool, offer.context, params.arguments, {
        sets,
        signal: mcpReq.signal,
        progress: (message) => heartbeat?.say(message),
      });
      // An action answers its envelope even then, since delivery must be told: the bug is not thrown.
      if (answer.bug !== undefined) offer.onBug(answer.bug, params.name);
      return await answered(tool, answer, offer.context.computer);
    } catch (error) {
      const fault = asFault(error);
      // By the table of the protocol a name that no set has is its error, as a method that does not exist.
      if (!tool && !sets.knows(params.name)) throw new ProtocolError(INVALID_PARAMS, fault.message);
      if (fault.code === 'INTERNAL_ERROR') offer.onBug(error, params.name);
      return tool && asksForOutline(tool, params.arguments, offer.context.lean)
        ? refusedInWords(tool.name, fault)
        : faultResult(fault);
    } finally {
      heartbeat?.stop();
    }
  });
  return server;
}

function named(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
