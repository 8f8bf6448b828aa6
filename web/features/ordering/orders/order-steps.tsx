import type { Service } from '#contract/menu-enums.ts'
import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import type { ScenePicture } from '../../../look/picture.ts'
import { Ball, Scene } from '../../../look/scene.tsx'
import type { Subject } from '../../../look/subjects.ts'
import './order-steps.css'

const stepStates: Record<Service, readonly OrderState[]> = {
  delivery: ['placed', 'accepted', 'preparing', 'out_for_delivery', 'delivered'],
  pickup: ['placed', 'accepted', 'preparing', 'ready', 'collected'],
}

const step: ScenePicture = {
  name: 'step',
  box: [-84, -6, 168, 122],
  parts: [{ x: 0, y: 0, z: 0, rows: ['###', '###', '###'], grounded: true }],
}
const lastStep: ScenePicture = {
  ...step,
  parts: [...step.parts, { prop: 'box', x: 1.5, y: 1.5, z: 0, size: [1.8, 1.8, 0.16], colour: 'ink' }],
}

/**
 * Returns the steps of an order, the index of the current step, and whether the order ended early. For an order that
 * ended early, the current step is the last step that it reached.
 */
function listOrderSteps({ service, state, events }: Order) {
  const states = stepStates[service]
  /** Whether the order ended early: it was rejected, cancelled or not paid. */
  const isLost = state === 'rejected' || state === 'cancelled' || state === 'expired'
  const reached = isLost ? (events.at(-1)?.from ?? 'placed') : state
  // A delivery has no step of its own for "cooked, but still in the kitchen". Its current step is still the step of
  // cooking.
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

/** The colours of the platforms, one for each step. They are fixed, so that the steps look the same for every order. */
const tiles: readonly Subject[] = ['gaming', 'gaming', 'games', 'projects', 'about']
const placeText = { past: 'done', now: 'now', ahead: 'still to come' } as const

/**
 * The progress of an order: five platforms, and a marble that rolls to the current one. Screen readers read the steps
 * as a list.
 */
export function OrderSteps({ order }: { order: Order }) {
  const { steps, current, isLost } = listOrderSteps(order)
  return (
    <div className={`course screen-only course-at-${current}${isLost ? ' course-lost' : ''}`}>
      <ol>
        {steps.map(({ name, place }, index) => (
          <li key={index} className={`course-${place}`} aria-current={place === 'now' ? 'step' : undefined}>
            <Scene
              picture={index === steps.length - 1 ? lastStep : step}
              subject={tiles[index] ?? 'about'}
              className="course-platform"
            />
            <span className="course-name">
              {name}
              <span className="visually-hidden">, {placeText[place]}</span>
            </span>
          </li>
        ))}
      </ol>
      {!isLost && (
        <div className="course-marble" aria-hidden="true">
          <Ball className="scene course-ball" />
        </div>
      )}
    </div>
  )
}
