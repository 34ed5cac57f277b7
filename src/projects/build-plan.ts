/** What running one build takes; each kind of project makes its own, and one runner runs them all. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BuildError } from './build-output.ts';
import type { FoundProject } from './find-project.ts';

/** The device that a build is for. */
export interface BuildTarget {
  readonly id: string;
  readonly simulator: boolean;
  /** Processors that it runs programs of, the best first; left out where that is no choice. */
  readonly abis?: ((op: Operation) => Promise<readonly string[]>) | undefined;
}

/** A package that a build made. */
export interface BuildProduct {
  readonly path: string;
  /** Processor that it is for; null for all. */
  readonly abi: string | null;
}

export interface BuildRequest {
  readonly project: FoundProject;
  readonly variant: string | null;
  /** Null for any simulator. */
  readonly target: BuildTarget | null;
}

/** What one kind of project needs to be run. */
export interface BuildPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** Said while it runs. */
  readonly about: string;
  /** What the tool recorded of a failure beside its log; asked when the log names no place. Never fails. */
  errors?(op: Operation): Promise<readonly BuildError[]>;
  /** The product, after a success. Several when the build made one for each processor. BUILD_FAILED with choices. */
  products(op: Operation): Promise<readonly BuildProduct[]>;
}
