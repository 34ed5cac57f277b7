/** What tools and workflows need of the computer they run on; `host` implements it, so that neither touches files itself. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProjectHost } from './project-host.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export interface Annotation {
  /** In pixels of the picture that is given. */
  readonly bounds: readonly [left: number, top: number, right: number, bottom: number];
  /** A short handle such as `e12`. Longer ones are cut at 12 characters. */
  readonly label: string;
}

export interface ImageOptions {
  /** Pixels of the longer side, at most: 64 to 1,568. Pictures are never enlarged. */
  readonly maxLongEdge: number;
  readonly format: ImageFormat;
  /** Boxes to draw. */
  readonly annotate?: readonly Annotation[];
}

export interface PreparedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: `image/${ImageFormat}`;
  /** Pixels of the result. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the result per pixel of the source: at most 1. */
  readonly scale: number;
}

export interface Computer {
  /**
   * Scales and encodes so that the base64 stays under 900 KB. Faults: OBSERVATION_FAILED when the bytes are no picture,
   * TIMEOUT, CANCELLED.
   */
  prepareImage(op: Operation, png: Uint8Array, options: ImageOptions): Promise<PreparedImage>;
  /** Writes into the artifact folder under a name of its own and gives the absolute path. */
  saveArtifact(op: Operation, name: string, bytes: Uint8Array | string): Promise<string>;
  /** INVALID_ARGUMENT where the server takes no path of a caller; to be asked before anything is read for it. */
  assertSavePath(): void;
  /** Further folders that files may be written to by name and sent from: what the client says it works in. */
  allowFolders(folders: readonly string[]): void;
  /** Writes where the caller asked; INVALID_ARGUMENT outside the allowed folders. Gives the absolute path. */
  saveAs(op: Operation, path: string, bytes: Uint8Array): Promise<string>;
  /** Files and programs for finding and building projects. */
  readonly projects: ProjectHost;
  readonly machine: Machine;
}

/** A program of this computer: where it is and whether it works. */
export interface ToolReport {
  readonly name: string;
  readonly path: string | null;
  /** The variable or place that led there. */
  readonly source: string | null;
  readonly version: string | null;
  readonly ok: boolean;
  readonly problem?: string;
  readonly fix?: string;
}

export interface Machine {
  /** As Node names it: darwin, linux, win32. */
  readonly os: string;
  readonly arch: string;
  readonly node: string;
  readonly serverVersion: string;
  readonly environment: Environment;
  /** All programs that can be here, each asked within `budgetMs`, in parallel. Never throws. */
  probeTools(op: Operation, budgetMs: number): Promise<readonly ToolReport[]>;
}
