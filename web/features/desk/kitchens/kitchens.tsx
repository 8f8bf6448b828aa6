import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createKitchenForOwner,
  type DeskKitchen,
  deleteKitchen,
  setKitchenApprovalStatus,
} from '#contract/desk-kitchens.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useAction } from '../../../api/use-action.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { RowErrorBoundary } from '../../../kit/error-boundary.tsx'
import { formatBasisPoints } from '../../../kit/percent.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { NewKitchenFields } from '../../../ui/form/new-kitchen-fields.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { DamagedRowsNote } from '../../../ui/note/damaged-note.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { DeskPageFrame } from '../lists/desk-page.tsx'
import { orderingQueries } from '../ordering-queries.ts'
import { KitchenCard } from './kitchen-card.tsx'

/** The desk page of kitchens. Kitchens that wait for approval come first. */
export function Screen() {
  const client = useQueryClient()
  const options = orderingQueries.kitchens()
  const setKitchens = (change: (kitchens: DeskKitchen[]) => DeskKitchen[]): void => {
    client.setQueryData(options.queryKey, (list) => list && { ...list, kitchens: change(list.kitchens) })
  }
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('A deleted kitchen cannot be brought back.')
  const replace = (kitchen: DeskKitchen) =>
    setKitchens((kitchens) => kitchens.map((other) => (other.vId === kitchen.vId ? kitchen : other)))

  const setStatus = ({ vId, name }: DeskKitchen, status: 'active' | 'suspended', reason: string) =>
    action.perform({
      run: async () =>
        replace(await callForJson(setKitchenApprovalStatus, { params: { vId }, body: { status, reason } })),
      done: status === 'active' ? `${name} is open to customers.` : `${name} is suspended and takes no orders.`,
    })
  const setCommission = (kitchen: DeskKitchen) => {
    replace(kitchen)
    action.setMessage(`${kitchen.name} pays ${formatBasisPoints(kitchen.commissionRate)} of what it sells from now on.`)
  }
  const remove = ({ vId, name }: DeskKitchen) =>
    action.perform({
      run: async () => {
        await withProof(() => callForJson(deleteKitchen, { params: { vId } }))
        setKitchens((kitchens) => kitchens.filter((kitchen) => kitchen.vId !== vId))
      },
      done: `${name} is deleted.`,
    })
  const made = (kitchen: DeskKitchen) => {
    setKitchens((kitchens) => [kitchen, ...kitchens.filter(({ vId }) => vId !== kitchen.vId)])
    action.setMessage(`${kitchen.name} is made, and open to customers once it has a menu and hours.`)
  }

  return (
    <DeskPageFrame at="/desk/kitchens" title="Kitchens">
      <QueryContent query={useQuery(options)} loading={<p className="soft">Loading the kitchens …</p>}>
        {(data) => (
          <>
            <p className="work-lead">{summariseWaiting(data.kitchens)}</p>
            <div className="split">
              <div className="stack">
                <DamagedRowsNote rows={data.damaged} kind={['kitchen', 'kitchens']} />
                {data.kitchens.toSorted(pendingFirst).map((kitchen) => (
                  <RowErrorBoundary key={kitchen.vId} as="div">
                    {() => (
                      <KitchenCard
                        kitchen={kitchen}
                        busy={action.busy}
                        onCommission={setCommission}
                        onStatus={(status, reason) => setStatus(kitchen, status, reason)}
                        onDelete={() => remove(kitchen)}
                      />
                    )}
                  </RowErrorBoundary>
                ))}
                <ActionOutcome {...action} />
                {dialog}
              </div>
              <section className="card" aria-labelledby="make-kitchen">
                <h2 id="make-kitchen">Make a kitchen</h2>
                <p className="soft">For somebody with an account, who owns it and is a partner from then on.</p>
                <KitchenForm onMade={made} />
              </section>
            </div>
          </>
        )}
      </QueryContent>
    </DeskPageFrame>
  )
}

function summariseWaiting(kitchens: readonly DeskKitchen[]): string {
  const waiting = kitchens.filter(({ status }) => status === 'pending').length
  if (kitchens.length === 0) return 'There is no kitchen yet.'
  if (waiting === 0) return 'No kitchen waits for you.'
  return waiting === 1 ? 'A kitchen waits to be opened.' : `${waiting} kitchens wait to be opened.`
}

const pendingFirst = (a: DeskKitchen, b: DeskKitchen) =>
  Number(b.status === 'pending') - Number(a.status === 'pending') || b.createdAt - a.createdAt

/** The form that creates a kitchen for an existing account. */
function KitchenForm({ onMade }: { onMade: (kitchen: DeskKitchen) => void }) {
  const { withProof, dialog } = useOwnerProofDialog('The owner of a kitchen becomes a partner.')
  const form = useForm({
    check: ({ name = '', owner = '' }) => ({ name: fieldChecks.name(name), owner: fieldChecks.email(owner) }),
    send: async ({ name = '', slug = '', timezone = '', currency = '', owner = '' }) => {
      const body = { name, slug, timezone, owner: owner.trim(), currency: currency.trim().toUpperCase() }
      onMade(await withProof(() => callForJson(createKitchenForOwner, { body })))
    },
    clears: true,
  })
  return (
    <>
      <Form form={form} submit="Make it" aria-label="Make a kitchen">
        <NewKitchenFields key={form.timesCleared} />
        <Field name="owner" type="email" label="Email of its owner" />
      </Form>
      {dialog}
    </>
  )
}
