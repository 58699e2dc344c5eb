import type { Panel, Row } from './panel.ts'

export interface Dashboard {
  /** Also the name of its file. */
  uid: string
  title: string
  description: string
  rows: readonly Row[]
}

interface GridPosition {
  x: number
  y: number
  w: number
  h: number
}

/** Panels beside one another; Grafana's grid has 24 columns. */
const perLine = 3
const width = 24 / perLine
const height = 8

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana replaces the variable.
const source = { type: 'prometheus', uid: '${datasource}' }
/** Where runbooks are read; an operator sets it to the address of the repository. */
const runbookUrl = (alert: string) => `\${runbooks}/docs/operations/runbooks/${alert}.md`

/** The dashboard as Grafana imports it. */
export function toGrafana({ uid, title, description, rows }: Dashboard) {
  let id = 0
  let y = 0
  const panels = rows.flatMap((row) => {
    const head = {
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: 24, h: 1 },
    }
    y += 1
    const placed = row.panels.map((panel, index) => {
      const gridPos = { x: (index % perLine) * width, y: y + Math.floor(index / perLine) * height, w: width, h: height }
      return toPanel(panel, ++id, gridPos)
    })
    y += Math.ceil(row.panels.length / perLine) * height
    return [head, ...placed]
  })
  return {
    uid,
    title,
    description,
    tags: ['guidebook'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    templating: { list: [sourceVariable, runbooksVariable] },
    links: [{ title: 'Guidebook', type: 'dashboards', tags: ['guidebook'], asDropdown: true, keepTime: true }],
    annotations: { list: [] },
    panels,
  }
}

function toPanel({ title, unit, description, queries, alert }: Panel, id: number, gridPos: GridPosition) {
  const links = alert === undefined ? [] : [{ title: `Runbook: ${alert}`, url: runbookUrl(alert), targetBlank: true }]
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource: source,
    gridPos,
    links,
    fieldConfig: { defaults: { unit, min: 0, custom: { showPoints: 'never', fillOpacity: 10 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, index) => {
      return { refId: String.fromCharCode(65 + index), datasource: source, expr, legendFormat: legend }
    }),
  }
}

const sourceVariable = {
  name: 'datasource',
  label: 'Data source',
  type: 'datasource',
  query: 'prometheus',
  current: {},
}

const runbooksVariable = {
  name: 'runbooks',
  label: 'Address of the repository',
  type: 'textbox',
  query: '',
  current: { value: '', text: '' },
}
