/** The system's permission prompt in SpringBoard's words, with its buttons where the phone has them. */
import type { PhoneWindow } from '../../phone/phone-types.ts';
import { descendants, frameOf } from './ax-controls.ts';
import { type AxElement, axElement } from './ax-element.ts';

const question = /^Allow \u200e\u202a(?<app>.*)\u202c\u200e to (?<wish>.*)\?$/;

const options: Readonly<Record<string, string>> = {
  'send you notifications': 'Send You Notifications',
  'take pictures and record video': 'Access the Camera',
  'record audio': 'Access the Microphone',
  'access this device\u2019s location': 'Use Your Location',
};

export function isPrompt(window: PhoneWindow): boolean {
  return window.title.includes('GrantPermissionsActivity');
}

export function promptElements(window: PhoneWindow, scale: number): readonly AxElement[] {
  return descendants(window.root).flatMap((node) => {
    const frame = frameOf(node, scale);
    if (node.resourceId.endsWith(':id/permission_message'))
      return [axElement('StaticText', frame, { label: asked(node.text) })];
    if (node.resourceId.endsWith(':id/permission_allow_button'))
      return [axElement('Button', frame, { label: 'Allow', identifier: 'alert-allow', value: '' })];
    if (node.resourceId.endsWith(':id/permission_deny_button'))
      return [axElement('Button', frame, { label: 'Don\u2019t Allow', identifier: 'alert-deny', value: '' })];
    return [];
  });
}

function asked(text: string): string {
  const { app = '', wish: request = '' } = question.exec(text)?.groups ?? {};
  return `\u201c${app}\u201d Would Like to ${options[request] ?? request}`;
}
