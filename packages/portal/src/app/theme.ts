import { createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#e8f6f2',
  '#d3ebe4',
  '#a6d8ca',
  '#76c3ae',
  '#4fb196',
  '#2f9f84',
  '#138068',
  '#0b6e5b',
  '#075c4b',
  '#03493b',
]

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 7 },
  colors: { green },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem', lineHeight: '1.25' }, h2: { fontSize: '1.15rem' } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: with the components' own functions, the first view would load all of these components.
  components: {
    // The description is below the input, so that neighbouring inputs are aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Mantine's scroll lock writes a style element without a nonce; a rule in app.css does the same.
    // Mantine's header element would be announced as the banner of the page.
    Modal: { defaultProps: { lockScroll: false, attributes: { header: { role: 'presentation' } } } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
  },
})
