/** What the process gives; tests give something else. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined }
  stdout: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined }
  /** Where the local system says how it is reached. */
  dataFolder: string
}
