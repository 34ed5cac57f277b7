import { findTarget } from '../../session/action/find-target.ts';
import { assertOneTarget, echoTarget, elementTarget, namedTarget } from '../action-request.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction } from '../input-action.ts';

export const tapElement = actionTool({
  ...inputAction,
  name: 'tap_element',
  title: 'Tap an element',
  description:
    'Taps an element, found in a fresh read by handle or selector. Fails if missing, ambiguous, disabled or covered.',
  input: elementTarget,
  examples: [
    { about: 'By visible text.', app: 'com.example.shop', input: { selector: { text: 'Remember me' } } },
    {
      about: 'Without a read afterwards, which is fastest.',
      app: 'com.example.shop',
      input: { selector: { resource_id: 'email' }, verificationMode: 'none', responseMode: 'compact' },
    },
  ],
  target: echoTarget,
  validate: assertOneTarget,
  async prepare({ input, session }, preparation) {
    const target = await findTarget(preparation, session, namedTarget(input));
    return {
      target,
      aim: target,
      async send(dispatch) {
        await session.device.input.tap(dispatch, target.point);
        return undefined;
      },
    };
  },
});
