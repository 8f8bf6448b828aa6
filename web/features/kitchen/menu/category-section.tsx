import { useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import type { ManagedCategory } from '#contract/kitchen.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { useReplacedButtonFocus } from '../../../ui/dialog/use-replaced-focus.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { toItemFormDraftName } from './item-dialog.tsx'
import { ItemRow, WarningTag } from './item-row.tsx'
import type { MenuEditorTools } from './menu-tools.ts'
import { MoveButtons } from './move-buttons.tsx'
import { MoveHandle } from './move-handle.tsx'

interface CategorySectionProps {
  category: ManagedCategory
  first: boolean
  last: boolean
  busy: boolean
  tools: MenuEditorTools
  /** Saves a new name of the category. @throws {ApiError} */
  onRename: (name: string) => Promise<void>
  onRemove: () => void
}

export function CategorySection({ category, first, last, busy, tools, onRename, onRemove }: CategorySectionProps) {
  const { id, name, items } = category
  const { editable, drag, drafts } = tools
  const moved = { kind: 'category', id } as const
  const [isRenaming, setRenaming] = useState(false)
  const { box, button } = useReplacedButtonFocus<HTMLElement>(isRenaming, 'input')
  const count = formatCountWithNoun(items.length, 'dish', 'dishes')

  return (
    <section
      ref={box}
      className="card dish-category"
      aria-labelledby={`category-${id}`}
      data-category={id}
      {...drag.mark(id)}
    >
      <header className="bar">
        {editable && <MoveHandle name={name} moved={moved} tools={tools} />}
        <h2 id={`category-${id}`}>{name}</h2>
        {editable && (
          <MoveButtons
            name={name}
            id={`category-${id}`}
            first={first}
            last={last}
            onMove={(by, control) => tools.move(moved, by, control)}
          />
        )}
      </header>
      {isRenaming && (
        <CategoryNameForm
          name={name}
          onSave={async (changed) => {
            await onRename(changed)
            setRenaming(false)
          }}
          onCancel={() => setRenaming(false)}
        />
      )}
      {items.length === 0 && <p className="soft">No dishes yet: customers do not see this category.</p>}
      <ul className="dish-items">
        {items.map((item, at) => (
          <ItemRow
            key={item.itemId}
            item={item}
            first={first && at === 0}
            last={last && at === items.length - 1}
            tools={tools}
          />
        ))}
      </ul>
      {editable && (
        <div className="buttons">
          <QuietButton
            about={`to ${name}`}
            id={`category-${id}-add`}
            kind="main"
            onClick={() => tools.openItem({ itemId: null, categoryId: id })}
          >
            Add a dish
          </QuietButton>
          {drafts.has(toItemFormDraftName(null, id)) && <WarningTag>A new dish is not saved yet</WarningTag>}
          {!isRenaming && (
            <QuietButton ref={button} about={name} onClick={() => setRenaming(true)}>
              Rename
            </QuietButton>
          )}
          <ConfirmButton
            label={
              <>
                Remove<span className="visually-hidden"> {name}</span> …
              </>
            }
            question={
              items.length === 0
                ? `Remove “${name}”? There is no dish in it.`
                : `Remove “${name}” with the ${count} in it? Move dishes that you want to keep to another category first.`
            }
            confirm={items.length === 0 ? 'Remove' : `Remove it with ${count}`}
            busy={busy}
            onConfirm={onRemove}
          />
        </div>
      )}
    </section>
  )
}

interface CategoryNameProps {
  /** The current name; undefined for a new category. */
  name?: string
  /** Saves the name of the category. @throws {ApiError} */
  onSave: (name: string) => Promise<void>
  onCancel?: () => void
}

/** The form for the name of a category. */
export function CategoryNameForm({ name, onSave, onCancel }: CategoryNameProps) {
  const { props, busy, errors, problem } = useForm({
    check: ({ name = '' }) => ({ name: fieldChecks.name(name) }),
    send: ({ name = '' }) => onSave(name.trim()),
    clears: true,
  })

  return (
    <form className="form" aria-label={name ? `Rename ${name}` : 'Add a category'} {...props}>
      <Field
        name="name"
        label={name ? 'Name of the category' : 'New category'}
        autoComplete="off"
        defaultValue={name}
        error={errors.name}
      />
      <FormProblem problem={problem} />
      <div className="buttons">
        <QuietButton type="submit" busy={busy}>
          {name ? 'Save the name' : 'Add the category'}
        </QuietButton>
        {onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
      </div>
    </form>
  )
}
