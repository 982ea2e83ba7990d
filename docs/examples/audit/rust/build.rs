// The folder of libperft_verify_audit.so, unless the linker finds it by itself.
fn main() {
    println!("cargo:rerun-if-env-changed=PERFT_VERIFY_LIBRARY");
    if let Ok(folder) = std::env::var("PERFT_VERIFY_LIBRARY") {
        println!("cargo:rustc-link-search=native={}", folder);
    }
    println!("cargo:rustc-link-lib=dylib=perft_verify_audit");
}
