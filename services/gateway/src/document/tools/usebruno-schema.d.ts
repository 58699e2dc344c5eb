declare module '@usebruno/schema' {
  export const collectionSchema: { validate(value: unknown, options: { abortEarly: boolean }): Promise<unknown> }
}
