/** Remote calls without a wire: the `idb` and `axe` commands reach the same service that the companion serves. */

import { companionService } from '../companion/companion-service.ts';
import { GrpcError, status } from '../companion/grpc-server.ts';
import { ProtoMessage, type ProtoWriter } from '../companion/protobuf.ts';
import { wireFault } from '../companion/wire-faults.ts';
import type { ProgramContext } from '../program.ts';
import type { Simulator } from '../simulator.ts';

export interface Channel {
  readonly context: ProgramContext;
  readonly simulator: Simulator;
}

/** The answers, in order. Throws GrpcError with the words that the command prints. */
export async function callRpc(
  channel: Channel,
  rpc: string,
  requests: readonly ProtoWriter[],
  onAnswer: (answer: ProtoMessage) => void = () => {},
): Promise<readonly ProtoMessage[]> {
  const { context, simulator } = channel;
  const trace = context.mac.recordCall({ rpc, udid: simulator.udid });
  try {
    const answers = await serve(channel, { rpc, requests, onAnswer, note: trace.note });
    trace.over('answered');
    return answers;
  } catch (error) {
    trace.over(error instanceof GrpcError && error.status !== status.UNAVAILABLE ? 'answered' : 'cut');
    throw error;
  }
}

interface Asked {
  readonly rpc: string;
  readonly requests: readonly ProtoWriter[];
  readonly onAnswer: (answer: ProtoMessage) => void;
  readonly note: (detail: string) => void;
}

async function serve(
  { context, simulator }: Channel,
  { rpc, requests, onAnswer, note }: Asked,
): Promise<readonly ProtoMessage[]> {
  const { mac, op, tool } = context;
  const { udid } = simulator;
  const fault = wireFault(mac.faults, { rpc, udid, tool });
  if (fault?.kind === 'hang_rpc') await op.sleep(op.remainingMs);
  if (fault?.kind === 'slow_rpc') await op.sleep(fault.ms);
  if (fault?.kind === 'unavailable') throw new GrpcError(status.UNAVAILABLE, 'Connection lost');
  if ((fault?.kind === 'reset' || fault?.kind === 'die') && fault.moment === 'before') throw lost();
  const dies = (): never => {
    throw lost();
  };
  const handler = companionService({ mac, simulator, ownLog: '', die: dies })[rpc];
  if (!handler) throw new GrpcError(status.UNIMPLEMENTED, `unimplemented RPC: /idb.CompanionService/${rpc}`);
  const answers: ProtoMessage[] = [];
  await handler({
    method: rpc,
    op,
    note,
    requests: sent(requests),
    send: async (message) => {
      const answer = ProtoMessage.parse(message.finish());
      answers.push(answer);
      onAnswer(answer);
    },
  });
  if (fault && !['hang_rpc', 'slow_rpc'].includes(fault.kind)) throw lost();
  return answers;
}

function lost(): GrpcError {
  return new GrpcError(status.UNAVAILABLE, 'Connection lost');
}

async function* sent(requests: readonly ProtoWriter[]): AsyncIterable<Uint8Array> {
  for (const request of requests) yield request.finish();
}
