/** The calls of `/idb.CompanionService/` by their field numbers: what each asks for, does and answers. */
import { existsSync } from 'node:fs';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { encodePng } from '../../phone/draw/png.ts';
import type { FaultMoment } from '../fault-script.ts';
import type { Outcome } from '../program.ts';
import { performAction } from './ax-actions.ts';
import { readAccessibility } from './ax-json.ts';
import { axRequestOf, readCostMs } from './ax-request.ts';
import { type GrpcCall, GrpcError, type GrpcHandler, status } from './grpc-server.ts';
import { checkHid, hidEventOf, inject } from './hid-events.ts';
import { installApp, launchApp, recordScreen, tailLog } from './long-calls.ts';
import { ProtoMessage, ProtoWriter } from './protobuf.ts';
import { mustBeBooted, nsError, type ServiceContext, spend } from './service-context.ts';
import { targetDescription } from './target-description.ts';

/** A unary call: one message in, one out. */
type Unary = (op: Operation, request: ProtoMessage, call: GrpcCall) => Promise<ProtoWriter> | ProtoWriter;

export const SERVICE = '/idb.CompanionService/';

export function companionService(context: ServiceContext): Readonly<Record<string, GrpcHandler>> {
  const { mac, simulator, die } = context;
  const { apps } = mac;
  const at = (rpc: string): FaultMoment => ({ rpc, udid: simulator.udid, tool: 'idb_companion' });
  const unaries: Record<string, Unary> = {
    connect: (_, request) => new ProtoWriter().message(1, companionInfo(context, request.text(4))),
    describe: (_, request) =>
      new ProtoWriter()
        .message(1, targetDescription(mac, simulator, request.bool(1)))
        .message(2, companionInfo(context, '')),
    accessibility_info: async (op, message, call) => {
      const request = axRequestOf(message);
      call.note(request.point ? 'point' : 'tree');
      const json = readAccessibility(mac, simulator, request, at('accessibility_info'));
      await spend(op, readCostMs(simulator, request, json.length));
      return new ProtoWriter().text(1, json);
    },
    focus: () => new ProtoWriter(),
    screenshot: async (op) => {
      mustBeBooted(simulator);
      await spend(op, simulator.phone.timing.screencapPngMs);
      const { rgba, width, height } = simulator.phone.screenshot(0);
      return new ProtoWriter().bytes(1, encodePng(rgba, width, height)).text(2, 'png');
    },
    list_apps: (_, request) => listApps(context, request.bool(1)),
    terminate: async (op, request) => {
      await spend(op, simulator.phone.timing.forceStopMs);
      return done(apps.terminate(simulator, request.text(1)));
    },
    uninstall: (_, request) => done(apps.uninstall(simulator, request.text(1))),
    open_url: async (op, request) => done(await apps.openUrl(op, simulator, request.text(1))),
  };
  if (mac.companionVersion === 'head')
    unaries['accessibility_action'] = async (op, request) => {
      await performAction(op, { mac, simulator, die, moment: at('accessibility_action') }, request);
      return new ProtoWriter();
    };
  return {
    ...Object.fromEntries(Object.entries(unaries).map(([rpc, serve]) => [rpc, unary(serve)])),
    hid: (call) => hid(call, { mac, simulator, die, moment: at('hid') }),
    install: (call) => installApp(call, context),
    launch: (call) => launchApp(call, context),
    log: (call) => tailLog(call, context),
    record: (call) => recordScreen(call, context),
  };
}

function unary(serve: Unary): GrpcHandler {
  return async (call) => {
    await call.send(await serve(call.op, await onlyRequest(call), call));
  };
}

async function onlyRequest(call: GrpcCall): Promise<ProtoMessage> {
  for await (const bytes of call.requests) return ProtoMessage.parse(bytes);
  throw new GrpcError(status.INTERNAL, 'Request stream ended without a message');
}

/** Events act as they come; the one answer says that all were injected, not that an app handled them. */
async function hid(call: GrpcCall, target: Parameters<typeof inject>[1]): Promise<void> {
  let checked = false;
  for await (const bytes of call.requests) {
    const event = hidEventOf(ProtoMessage.parse(bytes));
    if (!checked) checkHid(target);
    checked = true;
    await inject(call.op, target, event);
  }
  await call.send(new ProtoWriter());
}

function companionInfo({ simulator }: ServiceContext, clientFile: string): ProtoWriter {
  const metadata = JSON.stringify({ udid: simulator.udid, target_type: 'simulator' });
  return new ProtoWriter()
    .text(1, simulator.udid)
    .bool(4, clientFile !== '' && existsSync(clientFile))
    .bytes(6, new TextEncoder().encode(metadata));
}

const UNKNOWN = 0;
const RUNNING = 2;

/** An app that does not run has an unknown state, not "not running". */
function listApps({ mac, simulator }: ServiceContext, suppressState: boolean): ProtoWriter {
  const answer = new ProtoWriter();
  for (const app of mac.apps.list(simulator)) {
    const pid = suppressState ? null : mac.apps.pidOf(simulator, app.bundleId);
    const entry = new ProtoWriter()
      .text(1, app.bundleId)
      .text(2, app.displayName)
      .text(4, app.system ? 'system' : 'user')
      .int(5, pid === null ? UNKNOWN : RUNNING)
      .int(7, pid ?? 0);
    answer.message(1, entry);
  }
  return answer;
}

function done(outcome: Outcome<void>): ProtoWriter {
  if (!outcome.ok) throw nsError(outcome.failure);
  return new ProtoWriter();
}
