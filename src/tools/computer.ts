/** What tools need of the computer they run on; `host` implements it, so that no tool touches files itself. */
import type { Operation } from '../core/operation.ts';
import type { Bounds } from '../ui/ui-tree.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export interface ImageWish {
  /** Longest edge of the result, pixels. */
  readonly maxLongEdge: number;
  readonly format: ImageFormat;
  /** Boxes to draw, in pixels of the picture that is given. */
  readonly annotate?: readonly { readonly bounds: Bounds; readonly label: string }[];
}

export interface PreparedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Pixels of the result per pixel of the source. */
  readonly scale: number;
}

export interface Computer {
  /** Scales and encodes so that the base64 stays under 900 KB. */
  prepareImage(op: Operation, png: Uint8Array, wish: ImageWish): Promise<PreparedImage>;
  /** Writes into the artifact folder under a name of its own and gives the absolute path. */
  saveArtifact(op: Operation, name: string, bytes: Uint8Array | string): Promise<string>;
  /** Writes where the caller asked; INVALID_ARGUMENT outside the allowed folders. Gives the absolute path. */
  saveAs(op: Operation, path: string, bytes: Uint8Array): Promise<string>;
}
