import { type KeyboardEvent, useId, useRef } from 'react'
import { DIETARY_REQUIREMENT_LENGTH_MAX, LINE_DIETARY_REQUIREMENTS_MAX } from '#contract/ordering-limits.ts'
import { Icon } from '../../../ui/icon.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

const suggestions = ['no nuts', 'no milk', 'no gluten', 'no onions']

interface DietaryRequirementsFieldProps {
  requirements: string[]
  /** The text in the field. The text becomes a requirement when the dish is added to the cart. */
  draft: string
  onChange: (requirements: string[], draft: string) => void
}

/** Adds a requirement. Ignores a duplicate, an empty text, and a requirement beyond LINE_DIETARY_REQUIREMENTS_MAX. */
export function addDietaryRequirement(requirements: string[], draft: string): string[] {
  const requirement = draft.trim()
  const isFull = requirements.length >= LINE_DIETARY_REQUIREMENTS_MAX
  return requirement === '' || requirements.includes(requirement) || isFull
    ? requirements
    : [...requirements, requirement]
}

/** The field for the dietary requirements of a dish: short texts that the kitchen confirms before it cooks. */
export function DietaryRequirementsField({ requirements, draft, onChange }: DietaryRequirementsFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isFull = requirements.length >= LINE_DIETARY_REQUIREMENTS_MAX
  // A suggestion needs one more place, because the typed text becomes a requirement too.
  const hasRoom = addDietaryRequirement(requirements, draft).length < LINE_DIETARY_REQUIREMENTS_MAX

  function change(newRequirements: string[], newDraft: string) {
    onChange(newRequirements, newDraft)
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    change(addDietaryRequirement(requirements, draft), '')
  }

  return (
    <fieldset className="option requirements">
      <legend>Dietary requirements</legend>
      <p className="field-hint" id={`${id}-hint`}>
        {isFull
          ? `That is all that fits: ${LINE_DIETARY_REQUIREMENTS_MAX}.`
          : 'The kitchen confirms that it has read them.'}
      </p>
      {requirements.length > 0 && (
        <ul className="row requirements-list">
          {requirements.map((requirement) => (
            <li key={requirement}>
              {requirement}
              <button
                type="button"
                className="round-button"
                aria-label={`Remove ${requirement}`}
                onClick={() =>
                  change(
                    requirements.filter((other) => other !== requirement),
                    draft,
                  )
                }
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="requirements-new">
        <input
          ref={input}
          type="text"
          aria-label="Add a requirement"
          aria-describedby={`${id}-hint`}
          placeholder="such as no nuts"
          maxLength={DIETARY_REQUIREMENT_LENGTH_MAX}
          value={draft}
          readOnly={isFull}
          onChange={(event) => onChange(requirements, event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {hasRoom && (
        <div className="buttons requirements-suggestions">
          {suggestions
            .filter((suggestion) => !requirements.includes(suggestion))
            .map((suggestion) => (
              <QuietButton
                key={suggestion}
                onClick={() => change(addDietaryRequirement(requirements, suggestion), draft)}
              >
                {suggestion}
              </QuietButton>
            ))}
        </div>
      )}
    </fieldset>
  )
}
