/** Variants as build scripts name them, in both languages, and which one a name means. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { chosenVariant, variantNames, variantsIn } from './gradle-variants.ts';

const names = (script: string): readonly string[] | null => {
  const variants = variantsIn(script);
  return variants && variantNames(variants);
};

const kotlin = `
android {
    // productFlavors { create("commented") }
    flavorDimensions += listOf("tier", "api")
    defaultConfig { buildConfigField("String", "URL", "\\"https://shop.example/{id}\\"") }
    buildTypes {
        release { isMinifyEnabled = true }
        create("benchmark") { initWith(getByName("release")) }
    }
    productFlavors {
        create("min24") { dimension = "api"; minSdk = 24 }
        create("free") {
            dimension = "tier"
            applicationIdSuffix = ".free"
            isDefault = true
        }
        register("paid") { dimension = "tier" }
    }
}`;

const groovy = `
android {
    flavorDimensions "tier"
    productFlavors {
        free { applicationIdSuffix ".free" }
        paid {
            buildConfigField "boolean", "PAID", "true"
            ndk { abiFilters 'x86' }
        }
    }
    buildTypes {
        debug { debuggable true }
        staging { initWith debug }
    }
}`;

describe('variants', () => {
  it('are put together in the order of the dimensions', () => {
    expect(names(kotlin)).toEqual([
      'freeMin24Debug',
      'freeMin24Release',
      'freeMin24Benchmark',
      'paidMin24Debug',
      'paidMin24Release',
      'paidMin24Benchmark',
    ]);
    expect(names(groovy)).toEqual([
      'freeDebug',
      'freeRelease',
      'freeStaging',
      'paidDebug',
      'paidRelease',
      'paidStaging',
    ]);
  });

  it('are those of the build types where there are no flavours', () => {
    expect(names('android { namespace = "a" }')).toEqual(['debug', 'release']);
    expect(names('android { buildTypes { getByName("debug") { } } }')).toEqual(['debug', 'release']);
  });

  it('read delegates and calls without a body', () => {
    expect(
      names(
        'android { flavorDimensions("a")\nproductFlavors {\n val free by creating { }\n create("paid")\n } }',
      ),
    ).toEqual(['freeDebug', 'freeRelease', 'paidDebug', 'paidRelease']);
  });

  it.each([
    'productFlavors { listOf("a", "b").forEach { create(it) { dimension = "x" } } }',
    'productFlavors { Tier.values().each { tier -> create(tier.name) { } } }',
    'productFlavors { addAll(ours) }',
  ])('are not known where code makes them: %s', (script) => {
    expect(variantsIn(script)).toBeNull();
  });

  it('end, whatever the script is', () => {
    const word = fc.constantFrom(
      'productFlavors',
      'buildTypes',
      '{',
      '}',
      'create("a")',
      'free',
      '"',
      "'",
      '\n',
      '//',
      '/*',
      '\\',
      'val x by creating',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        variantsIn(words.join(' '));
      }),
    );
  });
});

describe('a wanted variant', () => {
  it('is taken as the script spells it', () => {
    expect(chosenVariant(variantsIn(groovy), 'PaidStaging')).toBe('paidStaging');
    expect(chosenVariant(variantsIn('android { }'), 'debug')).toBe('debug');
  });

  it('needs flavours, unless each dimension has a default', () => {
    expect(() => chosenVariant(variantsIn(groovy), 'debug')).toThrowError(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: 'The module has flavours (free, paid), so debug is no variant of its own.',
        nextStep: 'Pass variant: freeDebug, paidDebug.',
        details: { choices: ['freeDebug', 'paidDebug'] },
      }),
    );
    expect(() => chosenVariant(variantsIn(groovy), 'free')).toThrowError(
      expect.objectContaining({ details: { choices: ['freeDebug', 'freeRelease', 'freeStaging'] } }),
    );
    const withDefaults = kotlin.replace(
      'dimension = "api"; minSdk',
      'dimension = "api"; isDefault = true; minSdk',
    );
    expect(chosenVariant(variantsIn(withDefaults), 'debug')).toBe('freeMin24Debug');
    expect(() => chosenVariant(variantsIn(kotlin), 'debug')).toThrow(/flavours/);
  });

  it('that the script does not name is left to Gradle', () => {
    expect(chosenVariant(variantsIn(groovy), 'nightly')).toBe('nightly');
    expect(chosenVariant(null, 'debug')).toBe('debug');
  });
});
