import { Board } from './board.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'

/** `/kitchen/:slug`. */
export const Screen = () => <KitchenFrame tab="orders">{(at) => <Board {...at} />}</KitchenFrame>
