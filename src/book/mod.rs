//! The mdBook preprocessor: claims, figures and values from the run, and maths as MathML.
