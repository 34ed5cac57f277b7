/** What the tools that build a project take. */
import * as z from 'zod';
import { projectTypes } from '../projects/find-project.ts';

export const projectType = z.enum(projectTypes).meta({
  doc: 'Kind of project: `native` (Gradle or Xcode), `kmp`, `react-native` or `flutter`. Default: recognised by its files',
});

export const variant = z.string().min(1).max(200).meta({
  description: 'debug, :module:debug, Scheme:Release',
  doc: 'Build variant: `debug`, `freeRelease` or `:module:debug` for Gradle, `Scheme` or `Scheme:Configuration` for Xcode. Default: debug of the only app',
});
