/** Outlines on a grid of 24, as in `icon.tsx`; here, because only the editor loads them. */
const paths = {
  heading1: 'M4 6v12M12 6v12M4 12h8M16.500 9.500 19 8v10',
  heading2: 'M4 6v12M12 6v12M4 12h8M16 10a2.300 2.300 0 1 1 4.200 1.300L16 18h5',
  heading3: 'M4 6v12M12 6v12M4 12h8M16 8h4.500l-2.700 3.700a3 3 0 1 1-2.300 5.200',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  italic: 'M10 4h7M7 20h7M14 4l-4 16',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.500 6h.1M4.500 12h.1M4.500 18h.1',
  numberedList: 'M10 6h10M10 12h10M10 18h10M4 4.500 5.500 4v5M4 14.500a1.500 1.500 0 0 1 3 .3c0 1-3 3.200-3 4.200h3',
  indent: 'M4 5h16M11 12h9M4 19h16M4 9l3 3-3 3',
  outdent: 'M4 5h16M11 12h9M4 19h16M7 9l-3 3 3 3',
  quote: 'M5 5v14M9 7h11M9 12h11M9 17h7',
  dividingLine: 'M4 12h16M8 6h8M8 18h8',
  link: 'M10 13.500a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10.500a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  clearFormatting: 'M5 7V5h13v2M11.500 5l-2 9M7 19h6M15 14l5 5M20 14l-5 5',
  undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h3',
} as const
export type ToolIconName = keyof typeof paths

/** Decorative: its button has a name. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'bold' ? 2.6 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
