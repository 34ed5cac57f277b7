/** Predicates of `log`, in the forms that its manual page and its users write. What is not understood is refused. */
import type { LogEvent } from './log-event.ts';

export type Predicate = (event: LogEvent) => boolean;

/** Null when the text is not a predicate that is known here. */
export function readPredicate(text: string): Predicate | null {
  const tokens = tokensOf(text);
  if (!tokens || tokens.length === 0) return null;
  try {
    const parser = new Parser(tokens);
    const predicate = parser.either();
    parser.end();
    return predicate;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign';
  readonly value: string;
}

const pattern =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+)\b|([A-Za-z]+(?:\[[cd]+\])?)|(==|!=|>=|<=|&&|\|\||[=<>!(){},]))/y;

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const reader = new RegExp(pattern);
  const whole = text.trimEnd();
  while (reader.lastIndex < whole.length) {
    const match = reader.exec(whole);
    if (!match) return null;
    const [, quoted, number, word, sign] = match;
    if (quoted !== undefined)
      tokens.push({ kind: 'text', value: quoted.slice(1, -1).replace(/\\(.)/g, '$1') });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return tokens;
}

const fields: Readonly<Record<string, (event: LogEvent) => string>> = {
  subsystem: (event) => event.subsystem,
  category: (event) => event.category,
  process: (event) => event.processImagePath.split('/').at(-1) ?? '',
  processImagePath: (event) => event.processImagePath,
  sender: (event) => event.senderImagePath.split('/').at(-1) ?? '',
  senderImagePath: (event) => event.senderImagePath,
  eventMessage: (event) => event.eventMessage,
  composedMessage: (event) => event.eventMessage,
  messageType: (event) => event.messageType.toLowerCase(),
  logType: (event) => event.messageType.toLowerCase(),
  eventType: () => 'logEvent',
  processIdentifier: (event) => String(event.processID),
  processID: (event) => String(event.processID),
  threadIdentifier: (event) => String(event.threadID),
};
const levelWords: ReadonlySet<string> = new Set(['default', 'info', 'debug', 'error', 'fault']);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new SyntaxError('more than one predicate');
  }

  either(): Predicate {
    let left = this.#both();
    while (this.#takes('OR', '||')) {
      const [one, other] = [left, this.#both()];
      left = (event) => one(event) || other(event);
    }
    return left;
  }

  #both(): Predicate {
    let left = this.#single();
    while (this.#takes('AND', '&&')) {
      const [one, other] = [left, this.#single()];
      left = (event) => one(event) && other(event);
    }
    return left;
  }

  #single(): Predicate {
    if (this.#takes('NOT', '!')) {
      const inner = this.#single();
      return (event) => !inner(event);
    }
    if (!this.#takes('(')) return this.#comparison();
    const inner = this.either();
    if (!this.#takes(')')) throw new SyntaxError('a bracket is open');
    return inner;
  }

  #comparison(): Predicate {
    const name = this.#next('word').value;
    const field = fields[name];
    if (!field) throw new SyntaxError(`unknown key ${name}`);
    const sign = this.#tokens[this.#at++]?.value ?? '';
    const [, operator = '', flags = ''] = /^([A-Za-z]+|[^A-Za-z]+)(?:\[(\w+)\])?$/.exec(sign) ?? [];
    if (operator.toUpperCase() === 'IN') {
      const values = this.#list(name);
      return (event) => values.includes(field(event));
    }
    const test = testOf(operator.toUpperCase(), this.#value(name), flags.includes('c'));
    // A pid is also taken where the name of a process is asked for.
    return (event) => test(field(event)) || (name === 'process' && test(String(event.processID)));
  }

  #list(name: string): string[] {
    const values: string[] = [];
    if (!this.#takes('{')) throw new SyntaxError('a list is missing');
    do values.push(this.#value(name));
    while (this.#takes(','));
    if (!this.#takes('}')) throw new SyntaxError('a list is open');
    return values;
  }

  #value(name: string): string {
    const token = this.#tokens[this.#at++];
    if (!token || token.kind === 'sign') throw new SyntaxError('a value is missing');
    if (token.kind !== 'word') return name.endsWith('Type') ? token.value.toLowerCase() : token.value;
    const level = token.value.toLowerCase();
    if ((name === 'messageType' || name === 'logType') && levelWords.has(level)) return level;
    if (name === 'eventType') return token.value;
    throw new SyntaxError(`unknown word ${token.value}`);
  }

  #next(kind: Token['kind']): Token {
    const token = this.#tokens[this.#at++];
    if (token?.kind !== kind) throw new SyntaxError(`${kind} expected`);
    return token;
  }

  #takes(...values: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    const fits = token && token.kind !== 'text' && values.includes(token.value.toUpperCase());
    if (fits) this.#at++;
    return fits ?? false;
  }
}

function testOf(operator: string, value: string, ignoreCase: boolean): (actual: string) => boolean {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const wanted = fold(value);
  switch (operator) {
    case '=':
    case '==':
      return (actual) => fold(actual) === wanted;
    case '!=':
      return (actual) => fold(actual) !== wanted;
    case '>':
      return (actual) => Number(actual) > Number(value);
    case '<':
      return (actual) => Number(actual) < Number(value);
    case '>=':
      return (actual) => Number(actual) >= Number(value);
    case '<=':
      return (actual) => Number(actual) <= Number(value);
    case 'CONTAINS':
      return (actual) => fold(actual).includes(wanted);
    case 'BEGINSWITH':
      return (actual) => fold(actual).startsWith(wanted);
    case 'ENDSWITH':
      return (actual) => fold(actual).endsWith(wanted);
    case 'LIKE':
      return matching(wildcards(wanted), fold);
    case 'MATCHES':
      return matching(wanted, fold);
    default:
      throw new SyntaxError(`unknown operator ${operator}`);
  }
}

function matching(source: string, fold: (text: string) => string): (actual: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, 's');
  return (actual) => expression.test(fold(actual));
}

function wildcards(text: string): string {
  return text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
}
