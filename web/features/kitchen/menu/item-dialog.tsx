import { type FormEvent, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { addItem, changeItem, changeItemPicture, removeItem, removeItemPicture } from '#contract/kitchen-menu.ts'
import { api } from '../../../api/call-api.ts'
import { problemOf, UNREACHABLE } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import type { ChosenPicture } from '../../../forms/chosen-picture.ts'
import { hasProblems, useProblems } from '../../../forms/use-problems.ts'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useFormDraft } from '../editing/drafts.ts'
import { SaveBar } from '../editing/save-bar.tsx'
import type { KitchenPageProps } from '../kitchen-frame.tsx'
import { ItemFields } from './item-fields.tsx'
import { ItemPicture } from './item-picture.tsx'
import { ItemPreview } from './item-preview.tsx'
import { type ItemValues, itemProblems, toItemDraft, toItemValues } from './item-values.ts'

interface ItemDialogProps extends KitchenPageProps {
  /** The category of the dish, or for a new dish. */
  categoryId: string
  itemId: string | null
  onClose: () => void
  /** Called with the result when the dialog closes. */
  onDone: (message: string) => void
}

const blamed: Partial<Record<ErrorCode, string>> = {
  name_missing: 'name',
  name_too_long: 'name',
  text_too_long: 'description',
  amount_invalid: 'price',
}

/** Returns the name of the draft of a dish. */
export const itemDraftName = (itemId: string | null, categoryId: string): string =>
  itemId ? `item-${itemId}` : `new-item-${categoryId}`

/** The form of a dish. Its edits stay when the dialog closes, until they are saved or discarded. */
export function ItemDialog({ kitchen, change, categoryId, itemId, onClose, onDone }: ItemDialogProps) {
  const { vId, currency } = kitchen.terms
  // A new dish has an id once it is saved, even when its picture could not be saved.
  const [id, setId] = useState(itemId)
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [pictureProblem, setPictureProblem] = useState('')
  const category = kitchen.categories.find(({ items }) => items.some((item) => item.itemId === id))
  const item = category?.items.find(({ itemId }) => itemId === id)
  const latest = useRef(item)
  if (item) latest.current = item
  const isGone = id !== null && !item && latest.current !== undefined

  const edited = useFormDraft<ItemValues>(
    itemDraftName(id, categoryId),
    toItemValues(category?.id ?? categoryId, item ?? latest.current, currency),
  )
  const { fields: formValues } = edited
  const { props, problems, setProblems } = useProblems()
  const saving = useAction()
  const name = formValues.name.trim()

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = itemProblems(formValues, currency)
    setProblems(found)
    if (hasProblems(found)) return
    setPictureProblem('')
    let done = false
    const problem = await saving.perform({
      done: '',
      run: async () => {
        const isNew = id === null || isGone
        const counted = isNew || formValues.portionsLeft !== toItemValues(categoryId, item, currency).portionsLeft
        const body = toItemDraft(formValues, currency, { fresh: isGone, counted })
        const saved = isNew
          ? await api(addItem, { params: { vId }, body })
          : { ...(await api(changeItem, { params: { vId, id }, body })), itemId: id }
        edited.drop(formValues)
        change(saved)
        const savedId = saved.itemId
        setId(savedId)
        if (picture) {
          const sent = await sendPicture({ vId, id: savedId }, picture.file)
          if ('message' in sent) {
            setPictureProblem(sent.message)
            return `“${name}” is saved, but its picture is not.`
          }
          setPicture(null)
          change(sent.kitchen)
        }
        done = true
      },
    })
    if (done) return onDone(`“${name}” is saved.`)
    const field = problem?.code && blamed[problem.code]
    if (!field) return
    saving.clearMessage()
    setProblems({ [field]: problem.message })
  }

  const removePicture = () =>
    saving.perform({
      done: 'The picture is removed.',
      run: async () => change(await api(removeItemPicture, { params: { vId, id: id ?? '' } })),
    })

  async function remove() {
    const problem = await saving.perform({
      done: '',
      run: async () => change(await api(removeItem, { params: { vId, id: id ?? '' } })),
    })
    if (problem !== null) return
    edited.drop()
    onDone(`“${latest.current?.name ?? name}” is removed.`)
  }

  return (
    <Dialog title={id ? `Change ${latest.current?.name ?? name}` : 'Add a dish'} onClose={onClose}>
      <form {...props} className="form" onSubmit={save}>
        {isGone && (
          <p className="note" role="status">
            Somebody else has removed this dish meanwhile. Save to put it back, or close this.
          </p>
        )}
        <ItemFields
          formValues={formValues}
          categories={kitchen.categories}
          currency={currency}
          problems={problems}
          onChange={edited.change}
        />
        <ItemPicture
          picture={item?.picture ?? null}
          chosen={picture}
          problem={pictureProblem}
          onChoose={(chosen) => {
            setPicture(chosen)
            setPictureProblem('')
          }}
          onRemove={removePicture}
        />
        <ItemPreview formValues={formValues} picture={picture?.preview ?? item?.picture ?? null} currency={currency} />
        <SaveBar words="Save the dish" edited={edited} saving={saving} />
        {item && (
          <div className="card-part">
            <Confirm
              label="Remove the dish …"
              question={`Remove “${item.name}” from the menu for good? Orders that have it keep it.`}
              confirm="Remove"
              busy={saving.busy}
              onConfirm={remove}
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Sends the picture. @returns the changed kitchen, or a message when that failed */
async function sendPicture(
  params: { vId: string; id: string },
  file: File,
): Promise<{ kitchen: ManagedKitchen } | { message: string }> {
  try {
    return { kitchen: await api(changeItemPicture, { params, body: file }) }
  } catch (error) {
    return { message: (await problemOf(error, UNREACHABLE)).message }
  }
}
