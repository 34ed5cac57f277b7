import { expect, it } from 'vitest';
import { errorsIn } from './xcode-results.ts';

const location =
  'file:///p/My%20App/F.swift#EndingLineNumber=81&StartingColumnNumber=9&StartingLineNumber=81';

it('gives file, line and column of each error, and keeps those without a place', () => {
  const summary = {
    status: 'failed',
    errors: [
      { issueType: 'Swift Compiler Error', message: "Cannot find 'x' in scope", sourceURL: location },
      { issueType: 'Error', message: 'No profiles for com.example.shop were found' },
      { message: '' },
      null,
    ],
  };
  expect(errorsIn(`note: preparing\n${JSON.stringify(summary)}`)).toEqual([
    { file: '/p/My App/F.swift', line: 81, column: 9, message: "Cannot find 'x' in scope" },
    { file: null, line: null, message: 'No profiles for com.example.shop were found' },
  ]);
});

it.each([
  '',
  'Error: unknown option get build-results',
  '{',
  '{"errors":{}}',
  '{"errors":[{"message":"m","sourceURL":"%"}]}',
])('takes no harm from %j', (output) => {
  for (const { file } of errorsIn(output)) expect(file).toBeNull();
});
