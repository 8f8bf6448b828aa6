import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../../ui/dialog/modal.tsx'
import { RadioChips } from '../../../../ui/form/radio-chips.tsx'
import { QuietButton } from '../../../../ui/quiet-button.tsx'
import { type ConflictChoice, isConflict, joinMergedParts, type MergedPart } from '../source/merge-texts.ts'

interface ConflictDialogProps {
  parts: readonly MergedPart[]
  /** The name of the person who saved the conflicting text. */
  author: string
  /** Called with the resolved text. */
  onChoose: (source: string) => void
  /** Closes the dialog without resolving the conflict. Both texts are kept. */
  onClose: () => void
}

const choiceNames: readonly (readonly [ConflictChoice, string])[] = [
  ['both', 'Keep both'],
  ['mine', 'Keep yours'],
  ['theirs', 'Keep theirs'],
]

/**
 * Shows the lines that were changed differently by two authors or in two tabs. Both versions are kept unless the author
 * decides otherwise.
 */
export function ConflictDialog({ parts, author, onChoose, onClose }: ConflictDialogProps) {
  const conflicts = parts.filter(isConflict)
  const [choices, setChoices] = useState<ConflictChoice[]>(() => conflicts.map(() => 'both'))
  return (
    <Dialog title="Two versions of the same lines" onClose={onClose}>
      <p>{author} has saved other words in the same lines. Choose what to keep of each. Nothing is lost until then.</p>
      {conflicts.map(({ mine, theirs }, place) => (
        <fieldset key={place} className="inset">
          <legend>{conflicts.length === 1 ? 'The lines' : `Lines ${place + 1} of ${conflicts.length}`}</legend>
          <Version title="Yours" lines={mine} />
          <Version title={author} lines={theirs} />
          <RadioChips
            legend="What to keep"
            isLegendHidden
            options={choiceNames}
            chosen={choices[place] ?? 'both'}
            onChoose={(choice) => setChoices(choices.with(place, choice))}
          />
        </fieldset>
      ))}
      <QuietButton
        kind="main"
        onClick={({ currentTarget }) => {
          closeDialog(currentTarget)
          onChoose(joinMergedParts(parts, choices))
        }}
      >
        Use this text
      </QuietButton>
    </Dialog>
  )
}

const Version = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section className="stack" data-gap="small" aria-label={title}>
    <h3 className="small-heading">{title}</h3>
    {lines.length > 0 ? <pre className="quote version-text">{lines.join('\n')}</pre> : <p className="soft">Deleted.</p>}
  </section>
)
