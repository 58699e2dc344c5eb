export type { Component } from './component.ts'
export { type RunningService, runMain } from './run-main.ts'
export { startComponents } from './start-components.ts'
