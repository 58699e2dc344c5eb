export * from './account-projection.ts'
