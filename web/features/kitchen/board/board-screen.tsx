import { KitchenFrame } from '../kitchen-frame.tsx'
import { Board } from './board.tsx'

/** `/kitchen/:slug`. */
export const Screen = () => <KitchenFrame tab="orders">{(at) => <Board {...at} />}</KitchenFrame>
