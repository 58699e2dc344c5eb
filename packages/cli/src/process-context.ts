/** The process as commands see it; tests replace it. */
export interface ProcessContext {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined }
  stdout: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  /** The local system's folder. It contains `local.json` while the system runs. */
  dataFolder: string
  /** Aborted by Ctrl-C. Before the first call, Ctrl-C ends the process at once. */
  interruption(): AbortSignal
}
