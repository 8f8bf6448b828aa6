import { KitchenFrame } from '../kitchen-frame.tsx'
import { FiguresOf } from './figures.tsx'

/** `/kitchen/:slug/figures`. */
export const Screen = () => (
  <KitchenFrame tab="figures">{({ kitchen }) => <FiguresOf vId={kitchen.terms.vId} />}</KitchenFrame>
)
