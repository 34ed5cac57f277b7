/** The shop's list of products, loaded over the network, and the page of one product. */
import type { ActivityDefinition, Screen } from '../phone/app-types.ts';
import type { ViewSpec } from '../phone/view-spec.ts';
import {
  busy,
  button,
  column,
  image,
  list,
  note,
  palette,
  row,
  text,
  textButton,
  title,
} from '../phone/widgets.ts';
import { cart, pieces, price, products, SHOP_API } from './shop-data.ts';

const LOAD_MS = 1_200;

function addToCart(screen: Screen, index: number, count: number): void {
  const lines = screen.data(cart);
  lines.set(index, (lines.get(index) ?? 0) + count);
  screen.log('D', 'Shop', `cart: ${pieces(lines)} pieces`);
  screen.toast('Added to cart');
}

function productRow(screen: Screen, index: number): ViewSpec {
  const product = products[index];
  if (!product) return text('');
  return row(
    [
      image(product.name, { id: 'product_image' }),
      column(
        [
          text(product.name, { id: 'product_name', style: { sizeSp: 17 } }),
          note(price(product.priceCents), { id: 'product_price' }),
        ],
        { weight: 1, gapDp: 3 },
      ),
      textButton('Add to cart', () => addToCart(screen, index, 1), {
        id: 'add_to_cart',
        style: { sizeSp: 13 },
      }),
    ],
    {
      id: 'product_row',
      paddingDp: [16, 8, 16, 8],
      gapDp: 14,
      onTap: () => screen.start('.ProductActivity', { index: String(index) }),
    },
  );
}

export const productsScreen: ActivityDefinition = {
  name: 'com.example.shop.ProductsActivity',
  exported: true,
  launcher: false,
  title: 'Products',
  create: (screen) => {
    let loaded = false;
    const load = (): void => {
      loaded = false;
      const url = `${SHOP_API}/products?limit=${products.length}`;
      screen.http({
        method: 'GET',
        url,
        status: 200,
        delayMs: LOAD_MS,
        sizeBytes: 18_442,
        answered: () => {
          loaded = true;
        },
      });
    };
    load();
    return () => {
      const bar = row(
        [
          textButton('Refresh', load, { id: 'refresh' }),
          button(`Cart (${pieces(screen.data(cart))})`, () => screen.start('.CartActivity'), {
            id: 'open_cart',
          }),
        ],
        { paddingDp: [16, 4, 16, 12], gapDp: 12 },
      );
      if (loaded)
        return column(
          [
            bar,
            list('product_list', {
              count: products.length,
              rowHeightDp: 84,
              row: (n) => productRow(screen, n),
            }),
          ],
          { height: 'fill' },
        );
      const waiting = column([busy('loading'), note('Loading products...', { id: 'loading_text' })], {
        weight: 1,
        gapDp: 12,
        paddingDp: [0, 140, 0, 0],
        style: { align: 'center' },
      });
      return column([bar, waiting], { height: 'fill' });
    };
  },
};

export const productScreen: ActivityDefinition = {
  name: 'com.example.shop.ProductActivity',
  exported: true,
  launcher: false,
  title: 'Product',
  create: (screen) => {
    const index = Number(screen.extras['index'] ?? '0');
    const product = products[index] ?? { name: 'Unknown', priceCents: 0 };
    let count = 1;
    const change = (by: number): void => {
      count = Math.min(9, Math.max(1, count + by));
    };
    return () =>
      column(
        [
          image(product.name, {
            width: 'fill',
            height: 180,
            id: 'picture',
            style: { background: palette.accentSoft },
          }),
          title(product.name, { id: 'product_name' }),
          text(price(product.priceCents), { id: 'product_price' }),
          row(
            [
              textButton('-', () => change(-1), {
                id: 'decrease',
                desc: 'Decrease quantity',
                enabled: count > 1,
              }),
              text(String(count), {
                id: 'quantity',
                desc: `Quantity ${count}`,
                style: { sizeSp: 20, bold: true },
              }),
              textButton('+', () => change(1), {
                id: 'increase',
                desc: 'Increase quantity',
                enabled: count < 9,
              }),
            ],
            { gapDp: 20, id: 'quantity_stepper' },
          ),
          button('Add to cart', () => addToCart(screen, index, count), { id: 'add', width: 'fill' }),
        ],
        { paddingDp: 20, gapDp: 16 },
      );
  },
};
