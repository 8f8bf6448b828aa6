import { useEffect, useRef, useState } from 'react'
import type { ManagedCategory } from '#contract/kitchen.ts'
import { addItem, changeItem, removeItem, removeItemPicture, storeItemPicture } from '#contract/kitchen-menu.ts'
import { allergens, diets } from '#contract/menu-enums.ts'
import { MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { callForJson, createIdempotencyKey } from '../../../api/call-api.ts'
import { readProblem } from '../../../api/problem.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import type { ChosenPicture } from '../../../forms/chosen-picture.ts'
import { formatLengthLeft } from '../../../forms/field-problems.ts'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FieldProblemsContext } from '../../../ui/form/field-frame.tsx'
import { LabelledCheckbox } from '../../../ui/form/labelled-checkbox.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { AmountField } from '../editing/amount-field.tsx'
import { CheckboxGroup } from '../editing/checkbox-group.tsx'
import { useFormDraft } from '../editing/drafts.ts'
import { selectChanges } from '../editing/merge.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import { useValidatedAction } from '../editing/use-validated-action.ts'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { ItemOptions } from './item-options.tsx'
import { ItemPictureField } from './item-picture.tsx'
import { ItemPreview } from './item-preview.tsx'
import { createItemValues, findItemProblems, type ItemValues, toItemBody } from './item-values.ts'

interface ItemDialogProps extends KitchenPageProps {
  /** The category that contains the dish, or to which a new dish is added. */
  categoryId: string
  itemId: string | null
  onClose: () => void
  /** Called with a message about the result when the dialog closes. */
  onDone: (message: string) => void
}

export const toItemFormDraftName = (itemId: string | null, categoryId: string): string =>
  itemId ? `item-${itemId}` : `new-item-${categoryId}`

/** The form of a dish. When the dialog closes, unsaved edits are kept until they are saved or discarded. */
export function ItemDialog({ kitchen, change, categoryId, itemId, onClose, onDone }: ItemDialogProps) {
  const { vId, currency } = kitchen.terms
  // A new dish gets its id with its first save. It keeps the id even when its picture could not be saved, so that the
  // next save changes the same dish.
  const [id, setId] = useState(itemId)
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [pictureProblem, setPictureProblem] = useState('')
  const category = kitchen.categories.find(({ items }) => items.some((item) => item.itemId === id))
  const item = category?.items.find(({ itemId }) => itemId === id)
  const last = useRef({ item, categoryId })
  if (item && category) last.current = { item, categoryId: category.id }
  const isGone = id !== null && !item && last.current.item !== undefined

  const savedValues = createItemValues(last.current.categoryId, last.current.item, currency)
  const edited = useFormDraft(toItemFormDraftName(id, categoryId), savedValues)
  const { fields } = edited
  /** The new dish, when it was added, but the reply was lost. */
  const added = kitchen.categories.flatMap(({ items }) => items).find(({ itemId }) => itemId === fields.newItemId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that is open keeps its edits.
  useEffect(() => {
    if (itemId !== null || !added) return
    const toBody = (values: typeof fields) => toItemBody(values, currency, { fresh: true })
    const addedValues = createItemValues(fields.categoryId, added, currency)
    // Unless the form was edited since, it is emptied for the next dish.
    if (Object.keys(selectChanges(toBody(fields), toBody(addedValues))).length === 0) edited.drop()
  }, [])
  // Somebody else may have removed the category. The form then shows and sends the first category.
  const hasCategory = kitchen.categories.some((other) => other.id === fields.categoryId)
  const formValues = hasCategory ? fields : { ...fields, categoryId: kitchen.categories[0]?.id ?? '' }
  const { props, problems, setProblems, saving, perform } = useValidatedAction()
  const name = formValues.name.trim()
  const savedName = last.current.item?.name ?? name
  const savedItem = { params: { vId, id: id ?? '' } }

  async function save() {
    setPictureProblem('')
    const body = toItemBody(formValues, currency, { fresh: isGone })
    const savedBody = toItemBody(savedValues, currency)
    const isNew = id === null || isGone
    const isAnother = added !== undefined && added.name !== name
    const newItemId = isNew ? (isAnother ? '' : fields.newItemId) || createIdempotencyKey() : ''
    if (isNew) edited.change({ newItemId })
    const saved = isNew
      ? await callForJson(addItem, { params: { vId }, body: { ...body, itemId: newItemId } })
      : {
          ...(await callForJson(changeItem, { params: { vId, id }, body: selectChanges(body, savedBody) })),
          itemId: id,
        }
    edited.drop({ ...fields, newItemId })
    change(saved)
    setId(saved.itemId)
    if (picture) {
      try {
        change(await callForJson(storeItemPicture, { params: { vId, id: saved.itemId }, body: picture.file }))
      } catch (error) {
        setPictureProblem((await readProblem(error)).message)
        return `“${name}” is saved, but its picture is not.`
      }
    }
    onDone(`“${name}” is saved.`)
  }

  return (
    <Dialog title={id ? `Change ${savedName}` : 'Add a dish'} onClose={onClose}>
      <form
        {...props}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          perform(findItemProblems(formValues, currency), { run: save })
        }}
      >
        {isGone && (
          <p className="note" role="status">
            Somebody else has removed this dish meanwhile. Save to put it back, or close this.
          </p>
        )}
        <FieldProblemsContext value={problems}>
          <ItemFields
            formValues={formValues}
            categories={kitchen.categories}
            currency={currency}
            onChange={edited.change}
            clearProblems={() => setProblems({})}
          />
        </FieldProblemsContext>
        <ItemPictureField
          picture={item?.picture ?? null}
          chosen={picture}
          problem={pictureProblem}
          onChoose={(chosen, problem = '') => {
            setPicture(chosen)
            setPictureProblem(problem)
          }}
          onRemove={() =>
            saving.perform({
              done: 'The picture is removed.',
              run: async () => change(await callForJson(removeItemPicture, savedItem)),
            })
          }
        />
        <ItemPreview formValues={formValues} picture={picture?.preview ?? item?.picture ?? null} currency={currency} />
        <SaveBar label="Save the dish" edited={edited} saving={saving} />
        {item && (
          <div className="card-part">
            <ConfirmButton
              label="Remove the dish …"
              question={`Remove “${item.name}” from the menu for good? Orders that have it keep it.`}
              confirm="Remove"
              busy={saving.busy}
              onConfirm={() =>
                saving.perform({
                  run: async () => {
                    change(await callForJson(removeItem, savedItem))
                    edited.drop()
                    onDone(`“${savedName}” is removed.`)
                  },
                })
              }
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}

interface ItemFieldsProps {
  formValues: ItemValues
  categories: readonly ManagedCategory[]
  currency: string
  onChange: (by: Partial<ItemValues>) => void
  clearProblems: () => void
}

function ItemFields({ formValues, categories, currency, onChange, clearProblems }: ItemFieldsProps) {
  const field = bindFields(formValues, onChange)
  return (
    <>
      <div className="columns">
        <Field label="Name" autoComplete="off" {...field('name')} />
        <AmountField label="Price" currency={currency} {...field('price')} />
      </div>
      <TextareaField
        label="Description"
        hint={formatLengthLeft(formValues.description, MENU_TEXT_LENGTH_MAX)}
        {...field('description')}
      />
      <SelectField label="Category" options={categories.map(({ id, name }) => [id, name])} {...field('categoryId')} />
      <CheckboxGroup
        legend="Allergens that it contains"
        values={allergens}
        checked={formValues.allergens}
        onChange={(checked) => onChange({ allergens: checked })}
      />
      <CheckboxGroup
        legend="Diets that it suits"
        values={diets}
        checked={formValues.diets}
        onChange={(checked) => onChange({ diets: checked })}
      />
      <LabelledCheckbox checked={formValues.available} onChange={(available) => onChange({ available })}>
        On the menu
      </LabelledCheckbox>
      <div className="columns">
        <Field
          label="Portions left"
          inputMode="numeric"
          hint="Counts down with orders. Empty: nobody counts"
          {...field('portionsLeft')}
        />
        <Field label="Most per order" inputMode="numeric" hint="Empty: any number" {...field('maxPerOrder')} />
      </div>
      <ItemOptions
        options={formValues.options}
        currency={currency}
        onChange={(options) => onChange({ options })}
        clearProblems={clearProblems}
      />
    </>
  )
}
