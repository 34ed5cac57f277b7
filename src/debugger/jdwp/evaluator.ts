/** Answers expressions in a frame by reading; calls methods without arguments only where the caller allows it. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Expression } from '../expression.ts';
import { ExpressionProblem, type LiteralValue, type Operator } from '../language.ts';
import { boxedValue, contentsOf } from './containers.ts';
import type { TaggedValue } from './data.ts';
import type { FrameKey, Frames } from './frames.ts';
import { arrayTag, type ObjectReader } from './object-reader.ts';
import { takesNothing, typeName } from './signatures.ts';
import { beginningOf, wholeText } from './texts.ts';

/** A value of the program, or one of the expression itself. */
export type Answer =
  | { readonly kind: 'value'; readonly type: string; readonly value: TaggedValue }
  | { readonly kind: 'literal'; readonly value: LiteralValue };

/** What is compared; of a text that is too long to be read nothing but which one it is. */
type Plain = LiteralValue | { readonly objectId: bigint; readonly isLongText?: boolean };

export interface EvaluationContext {
  readonly frame: FrameKey;
  readonly allowGetters: boolean;
}

export class Evaluator {
  readonly #frames: Frames;
  readonly #reader: ObjectReader;

  constructor(frames: Frames, reader: ObjectReader) {
    this.#frames = frames;
    this.#reader = reader;
  }

  /** ExpressionProblem for names that are not there, values that cannot be compared, and calls that are not allowed. */
  async answer(op: Operation, expression: Expression, place: EvaluationContext): Promise<Answer> {
    switch (expression.kind) {
      case 'literal':
        return expression;
      case 'name':
        return await this.#name(op, expression.name, place);
      case 'member':
        return await this.#member(op, await this.answer(op, expression.of, place), expression.name);
      case 'index':
        return await this.#element(
          op,
          await this.answer(op, expression.of, place),
          await this.answer(op, expression.index, place),
        );
      case 'call':
        return await this.#call(op, await this.answer(op, expression.of, place), expression.name, place);
      case 'not':
        return literal(!(await this.truth(op, expression.of, place)));
      case 'binary':
        return literal(await this.#compare(op, expression, place));
    }
  }

  async truth(op: Operation, expression: Expression, place: EvaluationContext): Promise<boolean> {
    const plain = await this.#plain(op, await this.answer(op, expression, place));
    if (typeof plain === 'boolean') return plain;
    throw new ExpressionProblem('It is not a condition: its value is neither true nor false.');
  }

  async #name(op: Operation, name: string, { frame }: EvaluationContext): Promise<Answer> {
    const { values } = await this.#frames.variables(op, frame);
    const local = values.find((value) => value.name === name);
    if (local) return { kind: 'value', type: local.type, value: local.value };
    const self = values.find((value) => value.name === 'this');
    const field = self && (await this.#field(op, self.value, name));
    const found =
      field ?? (await this.#static(op, (await this.#frames.at(op, frame)).location.classId, name));
    if (found) return found;
    throw new ExpressionProblem(`There is no variable or field ${name} here.`);
  }

  async #static(op: Operation, classId: bigint, name: string): Promise<Answer | null> {
    const chain = await this.#reader.chain(op, classId);
    const field = (await this.#reader.declared(op, chain)).find((one) => one.isStatic && one.name === name);
    if (!field) return null;
    const [value] = await this.#reader.machine.objects.staticValues(op, field.classId, [field.id]);
    return value ? { kind: 'value', type: typeName(field.signature), value } : null;
  }

  async #field(op: Operation, value: TaggedValue, name: string): Promise<Answer | null> {
    if (!('objectId' in value) || value.objectId === 0n) return null;
    const object = await this.#reader.read(op, value.objectId);
    const index = object.fields.findIndex((field) => field.name === name);
    const [field, held] = [object.fields[index], object.values[index]];
    if (field && held) return { kind: 'value', type: typeName(field.signature), value: held };
    return await this.#static(op, object.classRef.id, name);
  }

  async #member(op: Operation, of: Answer, name: string): Promise<Answer> {
    const value = objectOf(of, name);
    if (name === 'length' || name === 'size') {
      const length = await this.#length(op, value);
      if (length !== null) return literal(length);
    }
    const found = await this.#field(op, value, name);
    if (found) return found;
    throw new ExpressionProblem(`There is no field ${name} in that object.`);
  }

  async #length(op: Operation, value: TaggedValue & { objectId: bigint }): Promise<number | null> {
    const { objects } = this.#reader.machine;
    if (value.tag === 's') {
      const { length } = await beginningOf(op, this.#reader, { objectId: value.objectId, most: 0 });
      if (length === null) throw new ExpressionProblem('The length of so long a text cannot be told.');
      return length;
    }
    const object = await this.#reader.read(op, value.objectId);
    if (object.classRef.typeTag === arrayTag) return await objects.arrayLength(op, value.objectId);
    return (await contentsOf({ op, reader: this.#reader, object, limit: 0 }))?.size ?? null;
  }

  async #element(op: Operation, of: Answer, index: Answer): Promise<Answer> {
    const value = objectOf(of, 'an index');
    const at = await this.#plain(op, index);
    if (typeof at !== 'number' || !Number.isInteger(at))
      throw new ExpressionProblem('An index must be a whole number.');
    const object = await this.#reader.read(op, value.objectId);
    if (object.classRef.typeTag !== arrayTag) {
      const contents = await contentsOf({ op, reader: this.#reader, object, limit: at + 1 });
      const entry = contents?.kind === 'list' ? contents.entries[at] : undefined;
      if (entry) return { kind: 'value', type: 'java.lang.Object', value: entry.value };
      throw new ExpressionProblem('That is not an array or list with such an index.');
    }
    const length = await this.#reader.machine.objects.arrayLength(op, value.objectId);
    if (at < 0 || at >= length) throw new ExpressionProblem('The index is outside the array.');
    const [element] = await this.#reader.machine.objects.arrayValues(op, value.objectId, at, 1);
    if (!element) throw new ExpressionProblem('The index is outside the array.');
    return { kind: 'value', type: object.type.replace(/\[\]$/, ''), value: element };
  }

  async #call(
    op: Operation,
    of: Answer,
    name: string,
    { frame, allowGetters }: EvaluationContext,
  ): Promise<Answer> {
    const value = objectOf(of, name);
    if (!allowGetters) {
      throw new ExpressionProblem(
        `${name}() runs code of the app. Read a field instead, or pass allowGetters: true.`,
      );
    }
    const { classes, objects } = this.#reader.machine;
    const { id } = await objects.classOf(op, value.objectId);
    for (const classId of await this.#reader.chain(op, id)) {
      const method = (await classes.methods(op, classId)).find(
        (one) => one.name === name && takesNothing(one.signature) && !one.isStatic,
      );
      if (!method) continue;
      const call = { objectId: value.objectId, threadId: frame.threadId, classId, methodId: method.id };
      const { value: result, exceptionId } = await this.#invoke(op, call);
      this.#frames.forget();
      if (exceptionId !== 0n) throw new ExpressionProblem(`${name}() threw an exception.`);
      return { kind: 'value', type: typeName(method.signature.slice(2)), value: result };
    }
    throw new ExpressionProblem(`There is no method ${name}() without arguments.`);
  }

  async #invoke(op: Operation, call: Parameters<ObjectReader['machine']['objects']['invoke']>[1]) {
    using bounded = op.within(longestGetterMs);
    try {
      return await this.#reader.machine.objects.invoke(bounded, call);
    } catch (error) {
      if (error instanceof Fault && error.code === 'TIMEOUT') {
        throw new Fault(
          'DEBUGGER_TIMEOUT',
          `The getter did not return within ${longestGetterMs} ms and cannot be stopped.`,
        );
      }
      throw error;
    }
  }

  async #compare(
    op: Operation,
    { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
    place: EvaluationContext,
  ): Promise<boolean> {
    if (operator === '&&') return (await this.truth(op, left, place)) && (await this.truth(op, right, place));
    if (operator === '||') return (await this.truth(op, left, place)) || (await this.truth(op, right, place));
    const [a, b] = [await this.answer(op, left, place), await this.answer(op, right, place)];
    return compared(operator, await this.#plain(op, a), await this.#plain(op, b));
  }

  /** What is compared: numbers, texts and truths by value, boxes by what is in them, other objects by identity. */
  async #plain(op: Operation, answer: Answer): Promise<Plain> {
    if (answer.kind === 'literal') return answer.value;
    const { value } = answer;
    if ('number' in value) return value.number;
    if ('long' in value) return Number.isSafeInteger(Number(value.long)) ? Number(value.long) : value.long;
    if ('boolean' in value) return value.boolean;
    if ('char' in value) return value.char;
    if (!('objectId' in value) || value.objectId === 0n) return null;
    if (value.tag === 's') {
      const text = await wholeText(op, this.#reader, value.objectId);
      return text ?? { objectId: value.objectId, isLongText: true };
    }
    const boxed = boxedValue(await this.#reader.read(op, value.objectId));
    if (boxed && !('objectId' in boxed)) return await this.#plain(op, { ...answer, value: boxed });
    return { objectId: value.objectId };
  }
}

/** A running method cannot be stopped by anybody, so it gets little time [O1]. */
const longestGetterMs = 2_000;

function literal(value: LiteralValue): Answer {
  return { kind: 'literal', value };
}

function objectOf(answer: Answer, asked: string): TaggedValue & { objectId: bigint } {
  if (answer.kind === 'value' && 'objectId' in answer.value) {
    if (answer.value.objectId !== 0n) return answer.value;
    throw new ExpressionProblem(`null has no ${asked}.`);
  }
  throw new ExpressionProblem(`That is not an object, so it has no ${asked}.`);
}

function compared(operator: Exclude<Operator, '&&' | '||'>, a: Plain, b: Plain): boolean {
  const [left, right] = [identity(a), identity(b)];
  if (isLongText(a) && isLongText(b) && left !== right) {
    throw new ExpressionProblem('These texts are too long to be compared. Compare their length.');
  }
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (
    (typeof left !== 'number' && typeof left !== 'bigint') ||
    (typeof right !== 'number' && typeof right !== 'bigint')
  ) {
    throw new ExpressionProblem(`Only numbers can be compared by ${operator}.`);
  }
  if (operator === '<') return left < right;
  if (operator === '>') return left > right;
  return operator === '<=' ? left <= right : left >= right;
}

function isLongText(value: Plain): boolean {
  return typeof value === 'object' && value?.isLongText === true;
}

function identity(value: Plain): LiteralValue {
  if (typeof value === 'object' && value !== null) return `object ${value.objectId}`;
  if (typeof value === 'string') return `text ${value}`;
  return value;
}
