/** Values, places and events in the worker's lines, as the parts above JDWP know them. */
import { isObjectTag, type Location, type TaggedValue } from '../jdwp/data.ts';
import type { EventSet, MachineEvent } from '../jdwp/events.ts';
import { type Body, unexpected, wholeNumber } from './worker-bodies.ts';

/** `[tag, text]`. */
export function readValue(body: Body): TaggedValue {
  const [tag, text] = [body.text(0), body.text(1)];
  if (isObjectTag(tag)) return { tag, objectId: wholeNumber(text) };
  switch (tag) {
    case 'B':
    case 'S':
    case 'I':
    case 'F':
    case 'D':
      return { tag, number: Number(text) };
    case 'J':
      return { tag, long: wholeNumber(text) };
    case 'C':
      return { tag, char: String.fromCharCode(Number(text)) };
    case 'Z':
      return { tag, boolean: text === 'true' };
    case 'V':
      return { tag };
    default:
      throw unexpected();
  }
}

/** `[type tag, class, method, code index]`. */
export function readLocation(body: Body): Location {
  return {
    typeTag: body.number(0),
    classId: body.whole(1),
    methodId: body.whole(2),
    index: body.whole(3),
  };
}

export function readEvents(body: Body): EventSet {
  return { suspendsAll: body.boolean('all'), events: body.list('events').map(readEvent) };
}

function readEvent(body: Body): MachineEvent {
  const requestId = body.number('request');
  const kind = body.text('kind');
  switch (kind) {
    case 'breakpoint':
    case 'step':
      return { kind, requestId, threadId: body.id('thread'), location: readLocation(body.at('at')) };
    case 'exception':
      return {
        kind,
        requestId,
        threadId: body.id('thread'),
        location: readLocation(body.at('at')),
        exceptionId: body.id('exception'),
      };
    case 'thread_death':
      return { kind, requestId, threadId: body.id('thread') };
    case 'class_prepare':
      return {
        kind,
        requestId,
        typeTag: body.number('tag'),
        classId: body.whole('class'),
        signature: body.text('signature'),
      };
    case 'vm_start':
    case 'vm_death':
      return { kind };
    default:
      throw unexpected();
  }
}
