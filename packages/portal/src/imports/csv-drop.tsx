import { useTexts } from '../i18n/texts.tsx'
import { FileDrop } from '../ui/file-drop.tsx'

interface Props {
  chosen?: string | undefined
  /** What happens to the file. */
  hint: string
  onFile: (file: File) => void
}

/** A field for one CSV file. */
export function CsvDrop({ chosen, hint, onFile }: Props) {
  const t = useTexts()
  return (
    <FileDrop
      label={chosen ?? t.chooseCsv}
      hint={hint}
      accept=".csv,.txt,text/csv,text/plain"
      onFiles={([file]) => file !== undefined && onFile(file)}
    />
  )
}
