/** What the process gives; tests give something else. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined }
  stdout: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  /** Where the local system says how it is reached. */
  dataFolder: string
  /** Aborted by Ctrl-C. Only who ends by it asks for it: until then Ctrl-C ends the process at once. */
  interruption(): AbortSignal
}
