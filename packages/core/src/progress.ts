/** How long work reports how far it is. */

/** One line for the caller; heartbeats that keep a client waiting come by themselves. */
export type Progress = (message: string) => void;
