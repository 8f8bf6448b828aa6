/** `/order/:slug`. */
export const Screen = () => <h1>Menu</h1>
