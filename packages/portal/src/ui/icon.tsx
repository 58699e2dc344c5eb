/** Drawn here, because a package of icons would be larger than the pages. Outlines on a grid of 24. */
const paths = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  releases: 'M4 7h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM13 7v2M13 12v2M13 17v2',
  content: 'M3 6.5 9 4l6 2.5L21 4v13.5L15 20l-6-2.5L3 20zM9 4v13.5M15 6.5V20',
  imports: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 19h16',
  webhooks:
    'M9 8a3 3 0 1 1 4.5 2.6L16 15M8 17H4.5M16 17h3.5M10.5 10.5 8 15M8 17a2 2 0 1 0-4 0 2 2 0 0 0 4 0M20 17a2 2 0 1 0-4 0 2 2 0 0 0 4 0',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.500 7.500 0 0 1 15 0',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17v.5',
  error: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.5v5M12 16v.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5.5M12 7.5V8',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 19h16',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  key: 'M15 9a4 4 0 1 1-1.2 2.8L4 21v-3h3v-3h3l1.3-1.3M16.5 8.5h.1',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M18.4 5.6l-1 1M6.6 17.4l-1 1',
  down: 'M6 10l6 6 6-6',
  up: 'M6 14l6-6 6 6',
  grip: 'M5 9h14M5 15h14',
  moveTo: 'M4 12h11M11 8l4 4-4 4M19.5 5v14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  guidebooks:
    'M12 6.500C10 5 7.500 4.500 4 4.500V18c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V4.500c-3.500 0-6 .5-8 2M12 6.500V20',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2',
  device: 'M7 3h10v18H7zM11 18h2',
  route:
    'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 17h7a3.5 3.5 0 0 0 0-7H9a3 3 0 0 1 0-3h7',
  poi: 'M12 21s7-6.5 7-11.5a7 7 0 1 0-14 0C5 14.500 12 21 12 21M12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  text: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  signOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  refresh: 'M20 11a8 8 0 0 0-14.500-4.500L4 8M4 4v4h4M4 13a8 8 0 0 0 14.500 4.500L20 16M20 20v-4h-4',
  undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h3',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
} as const
export type IconName = keyof typeof paths

/** Decorative: a text beside it has the same meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="icon"
    >
      <path d={paths[name]} />
    </svg>
  )
}
