/** What the tools that send one touch, key or text have in common. */
export const inputAction = {
  effect: 'act',
  toolset: 'core',
  needs: ['input'],
  sourceModule: 'interact',
  actionTimeoutMs: 5_000,
  guarded: true,
  explainsNoChange: true,
} as const;
