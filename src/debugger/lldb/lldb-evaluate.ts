/** Answers an expression in a frame: by reading where that is enough, by LLDB's compiler only where the caller allows it. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { LiteralValue } from '../language.ts';
import type { TemplatePart } from '../log-template.ts';
import { type DapVariable, readEvaluation } from './dap-bodies.ts';
import { compare, type Expression, literalOf, nameIn, readable, truth, unquoted } from './expression.ts';
import type { LldbAsk } from './lldb-ask.ts';
import { behindReference, lengthOf, plainText } from './lldb-values.ts';

export interface FrameExpression {
  readonly frameId: number;
  readonly expression: string;
  /** Whether code of the program may run. */
  readonly allowGetters: boolean;
}

/** INVALID_ARGUMENT for what cannot be read without running code, or has no such name; DEBUGGER_TIMEOUT for endless code. */
export async function evaluate(ask: LldbAsk, op: Operation, request: FrameExpression): Promise<DapVariable> {
  const { expression: text, frameId } = request;
  const expression = readable(text);
  if (expression) {
    const found = await read(ask, op, frameId, expression);
    if (found) return { ...found, name: text };
  }
  if (request.allowGetters) return await compiled(ask, op, request);
  const calls = /[\w)\]]\s*\(/.test(text);
  throw new Fault(
    'INVALID_ARGUMENT',
    expression
      ? 'A name in the expression is unknown in this frame, or its values cannot be compared like this.'
      : `The expression ${calls ? 'calls a function' : 'is more than names, members, indices and comparisons'}, which runs code of the program.`,
    {
      nextStep:
        'Use locals, members and indices as get_debugger_locals shows them, or pass allowGetters: true.',
    },
  );
}

/** Whether a condition holds. INVALID_ARGUMENT when it cannot be answered in this frame. */
export async function isTrue(
  ask: LldbAsk,
  op: Operation,
  frameId: number,
  condition: string,
): Promise<boolean> {
  const expression = readable(condition);
  const value = expression ? await literal(ask, op, frameId, expression) : undefined;
  if (value === undefined) {
    throw new Fault(
      'INVALID_ARGUMENT',
      'a name in it is unknown here, or its values cannot be compared like this.',
    );
  }
  return truth(value);
}

/** The message of a log point. What cannot be read is said in its place. */
export async function messageOf(
  ask: LldbAsk,
  op: Operation,
  frameId: number,
  parts: readonly TemplatePart<Expression>[],
): Promise<string> {
  const texts: string[] = [];
  for (const part of parts) {
    if ('text' in part) texts.push(part.text);
    else {
      const found = await read(ask, op, frameId, part.expression);
      texts.push(found ? shownInLog(found) : `<no ${part.source} here>`);
    }
  }
  return texts.join('').slice(0, longestMessage);
}

const longestMessage = 2_000;

/** A text without its quotes, as one would print it. */
function shownInLog(variable: DapVariable): string {
  const plain = plainText(variable);
  return plain === null ? variable.value || variable.type : (unquoted(plain) ?? plain);
}

async function read(
  ask: LldbAsk,
  op: Operation,
  frameId: number,
  expression: Expression,
): Promise<DapVariable | null> {
  if (expression.kind === 'path') return await readPath(ask, op, frameId, expression.text);
  const value = await literal(ask, op, frameId, expression);
  return value === undefined ? null : asVariable(value);
}

/** Undefined for what has no plain value. */
async function literal(
  ask: LldbAsk,
  op: Operation,
  frameId: number,
  expression: Expression,
): Promise<LiteralValue | undefined> {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'path') {
    const found = await readPath(ask, op, frameId, expression.text);
    // An enumerator is no variable: `Size::Small` is compared by its name, as LLDB prints the value of one.
    if (found) return comparable(found);
    const [, ...below] = expression.text.split('::');
    return nameIn(below.at(-1));
  }
  if (expression.kind === 'not') {
    const of = await literal(ask, op, frameId, expression.of);
    return of === undefined ? undefined : !truth(of);
  }
  const left = await literal(ask, op, frameId, expression.left);
  if (left === undefined) return undefined;
  // As in the language itself: `p != null && p->n > 3` never reads through a null pointer.
  if (expression.operator === '&&' && !truth(left)) return false;
  if (expression.operator === '||' && truth(left)) return true;
  const right = await literal(ask, op, frameId, expression.right);
  return right === undefined ? undefined : compare(expression.operator, left, right);
}

/** Null when there is no such name [T8]. */
async function readPath(
  ask: LldbAsk,
  op: Operation,
  frameId: number,
  path: string,
): Promise<DapVariable | null> {
  // A bare name inside a method may be a member, as it is in the language.
  const inside = /^[*&]/.test(path) ? [] : [`this->${path}`, `self->${path}`];
  for (const text of [path, ...inside]) {
    const found = await ask.read(op, frameId, text);
    if (found) return (await behindReference(ask, op, found)) ?? found;
  }
  const container = /^(.*)(?:\.|->)(?:length|count|size)$/.exec(path)?.[1];
  const found = container === undefined ? null : await readPath(ask, op, frameId, container);
  const length = found && lengthOf(found);
  return length === null ? null : asVariable(length);
}

async function compiled(
  ask: LldbAsk,
  op: Operation,
  { expression, frameId }: FrameExpression,
): Promise<DapVariable> {
  const args: DebugProtocol.EvaluateArguments = { expression, frameId, context: 'watch' };
  const body = await ask.body(op, 'evaluate', args, (message) => {
    // LLDB stops such code by itself after half a second and puts the thread back to where it was [T8].
    if (/timed out|interrupted/i.test(message)) {
      return new Fault(
        'DEBUGGER_TIMEOUT',
        'The code that the expression runs did not return; LLDB aborted the call.',
        {
          nextStep:
            'The session ends and the app runs on. What the interrupted code was doing is half done, and it may hold locks: start the app anew if it misbehaves.',
        },
      );
    }
    return new Fault('INVALID_ARGUMENT', `LLDB refused the expression: ${message}`);
  });
  return readEvaluation(expression, body);
}

function comparable(variable: DapVariable): LiteralValue | undefined {
  const plain = plainText(variable);
  // An enumerator is printed as its name.
  if (plain !== null) return plain === 'null' ? null : (literalOf(plain) ?? nameIn(plain));
  // A pointer or reference to an object is compared by identity.
  const address = /^0x[0-9a-f]+/i.exec(variable.value)?.[0];
  return address === undefined ? undefined : Number(address);
}

function asVariable(value: LiteralValue): DapVariable {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const type =
    value === null
      ? 'null'
      : { number: 'number', bigint: 'number', boolean: 'bool', string: 'string' }[typeof value as string];
  return { name: text, type: type ?? '', value: text, reference: 0, indexed: null, expression: null };
}
