import type { KitchenTerms } from '#contract/menu.ts'
import { listKitchens } from '#contract/ordering.ts'
import { api } from '../../api/call-api.ts'
import { KitchenScene } from '../../look/scenes/kitchen-scene.tsx'
import { ProblemNote } from '../../ui/note/problem-note.tsx'
import { KitchenRow } from './kitchen-row.tsx'
import { describeOpening } from './kitchen-text.ts'
import { PostcodeField } from './postcode-field.tsx'
import { useNow } from './use-now.ts'
import { usePublicQuery } from './use-public-query.ts'
import '../../ui/ui.css'
import './ordering.css'

/** `/order`: all kitchens, open ones first. */
export function Screen() {
  const { data, problem, refetch } = usePublicQuery('kitchens', () => api(listKitchens))
  const now = useNow()
  return (
    <div className="kitchens">
      <header className="sky-head order-head">
        <div>
          <h1>Order food</h1>
          <p className="lead">Cooked when you order, brought to your door or kept warm until you come.</p>
          <PostcodeField label="Delivers to you? Your postcode" />
        </div>
        <KitchenScene className="order-scene" />
      </header>
      <section className="order-body small-headings" aria-label="Kitchens" aria-busy={!data && !problem}>
        {data && <Kitchens kitchens={data.kitchens} now={now} />}
        {!data && !problem && <LoadingKitchens />}
        {problem && (
          <ProblemNote
            words={data ? `This may have changed: ${problem}` : `The kitchens could not be loaded. ${problem}`}
            onRetry={refetch}
          />
        )}
      </section>
    </div>
  )
}

function Kitchens({ kitchens, now }: { kitchens: KitchenTerms[]; now: number }) {
  if (kitchens.length === 0) {
    return (
      <p className="empty order-empty">
        No kitchen takes orders yet. Come back later: this is where the first one will open.
      </p>
    )
  }
  const rank = (terms: KitchenTerms) => (describeOpening(terms, now).isOpen ? 0 : 1)
  const sorted = kitchens.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return (
    <ul className="kitchen-rows">
      {sorted.map((terms) => (
        <KitchenRow key={terms.vId} terms={terms} now={now} />
      ))}
    </ul>
  )
}

function LoadingKitchens() {
  return (
    <div className="stack order-waiting">
      <p className="visually-hidden">Loading the kitchens …</p>
      {[1, 2, 3].map((row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  )
}
