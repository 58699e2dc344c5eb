import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface AlertRule {
  alert: string
  expr: string
  for?: string
  labels: { severity: 'critical' | 'warning' | 'info' }
  annotations: { summary: string; description: string; runbook: string }
}

interface Rules {
  groups: { name: string; rules: AlertRule[] }[]
}

export const rulesFile = join(import.meta.dirname, '../prometheus/rules.yaml')

export const readRules = (): Rules => parse(readFileSync(rulesFile, 'utf8'))

export const readAlerts = (): AlertRule[] => readRules().groups.flatMap(({ rules }) => rules)
