/** The system's prompts, for permissions and before a link is opened, in SpringBoard's words, with its buttons where the phone has them. */
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
  return /GrantPermissionsActivity|ResolverActivity/.test(window.title);
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

/** What the system asks before a link leaves for an app: “Open” is the first row of Android's list. */
export function openElements(window: PhoneWindow, scale: number): readonly AxElement[] {
  const nodes = descendants(window.root);
  const row = nodes.find(({ clickable, children }) => clickable && children.length > 0);
  return nodes.flatMap((node) => {
    const frame = frameOf(node, scale);
    if (node.resourceId === 'android:id/title')
      return [axElement('StaticText', frame, { label: `Open in \u201c${row?.children[0]?.text}\u201d?` })];
    if (node === row) return [axElement('Button', frame, { label: 'Open' })];
    return node.resourceId === 'android:id/button_once'
      ? [axElement('Button', frame, { label: 'Cancel' })]
      : [];
  });
}

function asked(text: string): string {
  const { app = '', wish: request = '' } = question.exec(text)?.groups ?? {};
  return `\u201c${app}\u201d Would Like to ${options[request] ?? request}`;
}
