import type { Service } from '#contract/menu-enums.ts'
import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import { MarbleGlass } from '../../../look/marble.tsx'
import { Scene } from '../../../look/scene.tsx'
import { Platform } from '../../../look/scenes/platform.tsx'
import { Box } from '../../../look/solids.tsx'
import type { Subject } from '../../../look/subjects.ts'
import './order-steps.css'

const stepStates: Record<Service, readonly OrderState[]> = {
  delivery: ['placed', 'accepted', 'preparing', 'out_for_delivery', 'delivered'],
  pickup: ['placed', 'accepted', 'preparing', 'ready', 'collected'],
}

/** Returns the steps of an order. An order that ended early stays at the last step that it reached. */
function listOrderSteps({ service, state, events }: Order) {
  const states = stepStates[service]
  /** Whether the order ended early: it was rejected, cancelled or not paid. */
  const isLost = state === 'rejected' || state === 'cancelled' || state === 'expired'
  const reached = isLost ? (events.at(-1)?.from ?? 'placed') : state
  // A delivery has no separate step for food that is cooked but has not left the kitchen.
  const isPacked = reached === 'ready' && service === 'delivery'
  const current = Math.max(0, states.indexOf(isPacked ? 'preparing' : reached))
  const steps = states.map((step, index): { name: string; place: keyof typeof placeText } => {
    if (reached === 'awaiting_payment' && isLost) return { name: orderStateLabels[step], place: 'ahead' }
    if (index === current && !isLost)
      return { name: isPacked ? 'Ready to leave' : orderStateLabels[state], place: 'now' }
    return { name: orderStateLabels[step], place: index <= current ? 'past' : 'ahead' }
  })
  return { steps, current, isLost }
}

/** Each platform has a fixed colour, so that the steps look the same for every order. */
const tiles: readonly Subject[] = ['gaming', 'gaming', 'games', 'projects', 'about']
const placeText = { past: 'done', now: 'now', ahead: 'still to come' } as const

/** The progress of an order: five platforms, and a marble that rolls to the current one. Screen readers read a list. */
export function OrderSteps({ order }: { order: Order }) {
  const { steps, current, isLost } = listOrderSteps(order)
  return (
    <div className={`course course-at-${current}${isLost ? ' course-lost' : ''}`}>
      <ol>
        {steps.map(({ name, place }, index) => (
          <li key={index} className={`course-${place}`} aria-current={place === 'now' ? 'step' : undefined}>
            <Scene name="step" className="course-platform" box={[-84, -6, 168, 122]}>
              <Platform tiles={tiles[index] ?? 'about'} floats={false} x={0} y={0} cols={3} rows={3} />
              {index === steps.length - 1 && <Box x={0.6} y={0.6} w={1.8} d={1.8} h={0.16} colour="#2b3546" />}
            </Scene>
            <span className="course-name">
              {name}
              <span className="visually-hidden">, {placeText[place]}</span>
            </span>
          </li>
        ))}
      </ol>
      {!isLost && (
        <div className="course-marble" aria-hidden="true">
          <Scene name="step-marble" className="course-ball" box={[-40, -40, 80, 80]}>
            <ellipse className="course-shadow" cx="5" cy="27" rx="33" ry="15" />
            <MarbleGlass radius={33} cy={-4} />
          </Scene>
        </div>
      )}
    </div>
  )
}
