export type { Component } from './component.ts'
export type { RunningService } from './run-main.ts'
