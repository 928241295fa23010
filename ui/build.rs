//! Compiles the screens with a fixed style, the bundled English and the ids that tests look up.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let configuration = slint_build::CompilerConfiguration::new()
        // One style everywhere: the same pixels on every machine.
        .with_style("fluent-light".into())
        .with_bundled_translations("lang")
        // A text keeps its translation when it moves to another component.
        .with_default_translation_context(slint_build::DefaultTranslationContext::None)
        // Without it tests find no element at all, and an "is absent" test passes for the wrong reason.
        .with_debug_info(true);
    slint_build::compile_with_config("app.slint", configuration)?;
    println!("cargo:rerun-if-changed=lang");
    Ok(())
}
