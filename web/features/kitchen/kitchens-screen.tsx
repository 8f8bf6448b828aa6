import { useQuery } from '@tanstack/react-query'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import { acceptKitchenInvitation, createKitchen, type listManageableKitchens } from '#contract/kitchen.ts'
import { callForJson } from '../../api/call-api.ts'
import { useAction } from '../../api/use-action.ts'
import { fieldChecks } from '../../forms/field-problems.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLoadAndNavigate } from '../../kit/go.ts'
import { Link } from '../../kit/link.tsx'
import { Form } from '../../ui/form/form.tsx'
import { NewKitchenFields } from '../../ui/form/new-kitchen-fields.tsx'
import { ActionOutcome } from '../../ui/note/action-outcome.tsx'
import { QueryContent } from '../../ui/note/query-content.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { KitchenLoginGate } from './kitchen-gate.tsx'
import { kitchenQueries } from './queries.ts'
import '../../ui/ui.css'
import './kitchen.css'

const statusTexts = {
  pending: 'An admin has to open it to customers.',
  active: 'Open to customers.',
  suspended: 'Suspended: it takes no orders.',
} as const
const roleTexts = { owner: 'You own it.', staff: 'You work in it.' } as const

/** The screen of `/kitchen`: the kitchens of the logged-in user, and the form that creates one. */
export const Screen = () => <KitchenLoginGate>{(user) => <Kitchens key={user.id} />}</KitchenLoginGate>

function Kitchens() {
  const query = useQuery(kitchenQueries.own())
  return (
    <div className="work kitchen own-kitchens">
      <header className="spread work-head">
        <h1>Your kitchens</h1>
      </header>
      <QueryContent query={query} loading={<p role="status">Looking for your kitchens …</p>}>
        {(own) => (
          <>
            <Invitations invitations={own.invitations} onJoined={query.refetch} />
            {own.kitchens.length === 0 ? (
              <p>You do not work in any kitchen yet.</p>
            ) : (
              <ul className="stack">
                {own.kitchens.map(({ vId, slug, name, status, role }) => (
                  <li key={vId} className="card">
                    <h2>
                      <Link to={`/kitchen/${slug}`}>{name}</Link>
                    </h2>
                    <p className="soft">
                      {statusTexts[status]} {role && roleTexts[role]}
                    </p>
                  </li>
                ))}
              </ul>
            )}
            {own.mayCreate ? <BeginKitchen /> : <AboutPartners />}
          </>
        )}
      </QueryContent>
    </div>
  )
}

type OwnKitchens = SuccessReplyBody<typeof listManageableKitchens>

function Invitations({ invitations, onJoined }: Pick<OwnKitchens, 'invitations'> & { onJoined: () => void }) {
  const joining = useAction()
  const join = (vId: string, name: string) =>
    joining.perform({
      done: `You work in ${name} now.`,
      run: async () => {
        await callForJson(acceptKitchenInvitation, { params: { vId } })
        onJoined()
      },
    })
  return (
    <>
      {invitations.map(({ vId, name, role }) => (
        <section key={vId} className="card" aria-label={`Invitation of ${name}`}>
          <p>
            <b>{name}</b> invites you to work there as {role === 'owner' ? 'an owner' : 'staff'}.
          </p>
          <div className="buttons">
            <QuietButton busy={joining.busy} onClick={() => join(vId, name)}>
              Join {name}
            </QuietButton>
          </div>
        </section>
      ))}
      <ActionOutcome {...joining} />
    </>
  )
}

function AboutPartners() {
  return (
    <section className="card" aria-labelledby="partners">
      <h2 id="partners">Cook for readers</h2>
      <p>
        A partner runs a kitchen here: a menu, opening hours, and a board on which orders arrive. One applies when
        signing up, by ticking “I run a kitchen: apply as a partner”. If you have done so, an admin is looking at it,
        and a mail tells you how it was decided; then you begin your kitchen on this page.
      </p>
      <p>To cook in a kitchen that is there already, ask its owner to invite your email address.</p>
    </section>
  )
}

/** The form that creates a kitchen. It has only the fields that are difficult to change later. */
function BeginKitchen() {
  const go = useLoadAndNavigate()
  const form = useForm({
    check: ({ name = '' }) => ({ name: fieldChecks.name(name) }),
    send: async ({ name = '', slug = '', timezone = '', currency = '' }) => {
      const body = { name, slug, timezone, currency: currency.trim().toUpperCase() }
      const { terms } = await callForJson(createKitchen, { body })
      await go(`/kitchen/${terms.slug}/menu`)
    },
  })
  return (
    <section className="card" aria-labelledby="begin">
      <h2 id="begin">Begin a kitchen</h2>
      <p className="soft">
        You can write its menu and its hours at once. Customers see it when an admin has opened it.
      </p>
      <Form form={form} submit="Begin it" busyText="Beginning …">
        <NewKitchenFields />
      </Form>
    </section>
  )
}
